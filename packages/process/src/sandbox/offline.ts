/**
 * Tells toolchains that there is no network, each in its own variable: they then use what is installed, instead of waiting for a
 * server, or failing because they cannot ask it for something newer. The user's own values take precedence.
 */
const OFFLINE: Readonly<Record<string, string>> = {
  CARGO_NET_OFFLINE: "true",
  GOPROXY: "off",
  MAVEN_ARGS: "-o",
  UV_OFFLINE: "1",
};

/** An environment for commands without network. */
export const offlineEnvironment = (environment: Readonly<Record<string, string>>): Record<string, string> => ({
  ...OFFLINE,
  ...environment,
});
