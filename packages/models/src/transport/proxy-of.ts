import type { Environment } from "@llmch/text";

/** The address of the proxy through which to ask a server, with its password; empty for none. */
export type ProxyOf = (url: URL) => string;

/**
 * As HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY say, in either case. An address without a scheme has the server's.
 * @param env llmch's own environment, since that of the process is without passwords
 */
export const proxiesIn =
  (env: Environment): ProxyOf =>
  ({ protocol, hostname, port }) => {
    const named = (name: string): string => env[name] || env[name.toUpperCase()] || "";
    const address = named(`${protocol.slice(0, -1)}_proxy`) || named("all_proxy");
    const at = port || (protocol === "https:" ? "443" : "80");
    const isDirect = named("no_proxy")
      .toLowerCase()
      .split(/[\s,]+/)
      .some((entry) => {
        const [, any = "", host = "", only = at] = /^(\*?)(.*?)(?::(\d+))?$/.exec(entry) ?? [];
        const isHost = any === "" && !host.startsWith(".") ? hostname === host : hostname.endsWith(host);
        return entry !== "" && isHost && only === at;
      });
    if (isDirect || address === "") return "";
    return address.includes("://") ? address : `${protocol}//${address}`;
  };
