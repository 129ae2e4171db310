import { setMaxListeners } from "node:events";
import { accepted, type Refusal, type Result } from "@llmch/text";
import { createAccess } from "./access/access.ts";
import { answerWith, type Site } from "./answer.ts";
import { apiRoutes } from "./api/routes.ts";
import { LIMITS } from "./http/limits.ts";
import { type Listener, listen } from "./http/listener.ts";

/** A server that answers. */
export interface OpenSite extends Pick<Listener, "port" | "close"> {
  /** One more address that lets a browser in. */
  newLink(): string;
}

/**
 * Listens, and answers from then on, to whoever has the token or a link.
 * @param routes the pages
 */
export const openSite = async ({
  token,
  port,
  limits = LIMITS,
  ...site
}: Omit<Site, "access" | "limits"> & {
  readonly token: string;
  readonly port: number;
  readonly limits?: Site["limits"];
}): Promise<Result<OpenSite, Refusal>> => {
  const listener = await listen(port, limits);
  if (!listener.ok) return listener;
  // Each request listens for the end.
  setMaxListeners(0, site.host.signal);
  const access = createAccess(token, listener.value.port);
  const routes = [...apiRoutes(access.newLink), ...site.routes];
  listener.value.answer(answerWith({ ...site, routes, access, limits }));
  return accepted({ ...listener.value, newLink: access.newLink });
};
