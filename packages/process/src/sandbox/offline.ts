/**
 * What tells toolchains that there is no network, each in its own variable: they then take what is installed, where otherwise they
 * would wait for a server, or refuse because they cannot ask it for something newer. What the user says of it stays.
 */
const OFFLINE: Readonly<Record<string, string>> = {
  CARGO_NET_OFFLINE: "true",
  GOPROXY: "off",
  MAVEN_ARGS: "-o",
  UV_OFFLINE: "1",
};

/** An environment for commands that have no network. */
export const offlineEnvironment = (environment: Readonly<Record<string, string>>): Record<string, string> => ({
  ...OFFLINE,
  ...environment,
});
