import type { Agent } from "node:http";
import { HttpProxyAgent } from "http-proxy-agent";
import { HttpsProxyAgent } from "https-proxy-agent";
import { getProxyForUrl } from "proxy-from-env";

/** The way through a proxy. */
export interface Proxy {
  readonly agent: Agent;
  /** An error on the way, with the proxy's host. */
  named(error: Error): Error;
}

/**
 * The proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for an address; null if none. A server of this machine is never asked through
 * one. Throws if it is not an http or https address.
 */
export const proxyTo = (url: URL): Proxy | null => {
  const address = LOOPBACK.test(url.hostname) ? "" : getProxyForUrl(url.href);
  if (address === "") return null;
  const isProxy = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isProxy) throw new Error("the proxy that the environment names is not an http or https address");
  const agent = url.protocol === "https:" ? new HttpsProxyAgent(address) : new HttpProxyAgent(address);
  const { host } = new URL(address);
  return { agent, named: (error) => new Error(`through the proxy ${host}: ${error.message}`) };
};

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;
