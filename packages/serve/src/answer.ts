import type { IncomingMessage, ServerResponse } from "node:http";
import { serveCommand } from "@llmch/app/queue";
import type { Access, Admission } from "./access/access.ts";
import { errorsReply } from "./api/documents.ts";
import type { Host } from "./host.ts";
import type { Limits } from "./http/limits.ts";
import { page, type Reply, type Route, seeOther } from "./http/route.ts";
import { matchRoute, readTarget } from "./http/router.ts";
import { send } from "./http/send.ts";
import { errorPage, linkPage } from "./pages/lone-pages.ts";

/** What answers requests. */
export interface Site {
  readonly routes: readonly Route[];
  /** Further routes, which take long to load: asked for once a request is for none of the others. */
  readonly rest?: () => Promise<readonly Route[]>;
  readonly access: Access;
  readonly host: Host;
  readonly limits: Limits;
  /** Tells whoever runs the server of a fault of ours. */
  failed(fault: unknown): void;
}

/** Answers one request, and never throws: whatever goes wrong is this request's alone. */
export const answerWith =
  (site: Site) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    const { signal } = gone;
    const leave = (): void => gone.abort();
    const cut = setTimeout(() => request.socket.destroy(), site.limits.requestMs);
    // Not `AbortSignal.any`: it would keep something of each request as long as the server lives.
    site.host.signal.addEventListener("abort", leave);
    response.on("error", leave);
    response.on("close", () => {
      clearTimeout(cut);
      site.host.signal.removeEventListener("abort", leave);
      leave();
    });
    const deliver = async (reply: Reply): Promise<void> => {
      // From here on: a client that waits for us is not let go of.
      request.socket.setTimeout(site.limits.stallMs);
      await send(reply, request, response, { signal, lingerMs: site.limits.lingerMs });
    };
    try {
      await deliver(await replyTo(site, request, signal, () => clearTimeout(cut)));
    } catch (fault) {
      if (signal.aborted || request.socket.destroyed) return;
      site.failed(fault);
      if (response.headersSent) response.destroy();
      else await deliver(refusalOf(request, FAULTS.failed)).catch(() => response.destroy());
    }
  };

/** Who asks is judged before what is asked: a stranger learns nothing, not even what there is. */
const replyTo = async (
  site: Site,
  request: IncomingMessage,
  signal: AbortSignal,
  letIn: () => void,
): Promise<Reply> => {
  const { routes, access, host, limits } = site;
  const foreign = access.foreign(request);
  if (foreign !== null) return refusalOf(request, { ...FAULTS.foreign, what: foreign });
  const target = readTarget(request.url ?? "");
  if (target === null) return refusalOf(request, FAULTS.malformed);
  const { parts, query } = target;
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
  const token = parts.join("/") === "" && method === "GET" ? query.get("token") : null;
  if (token !== null) return page(linkPage(token));
  const isLink = parts.join("/") === "link" && method === "POST";
  const known = matchRoute(routes, method, parts);
  const isOpen = isLink || (known.kind === "found" && known.route.isOpen === true);
  const admission = isOpen ? "admitted" : access.admit(request);
  if (admission !== "admitted")
    return refusalOf(request, admission === "stranger" ? unknown(FAULTS.stranger, host) : FAULTS.throttled);
  if (!isOpen) letIn();
  const body = await readBody(request, isOpen ? limits.openBodyBytes : limits.bodyBytes);
  if (body === null) return refusalOf(request, FAULTS.large);
  if (isLink) return enter(site, request, body);
  const found = known.kind === "none" ? matchRoute((await site.rest?.()) ?? [], method, parts) : known;
  if (found.kind === "none") return refusalOf(request, FAULTS.none);
  if (found.kind === "method") {
    const allow = found.allowed.join(", ");
    return refusalOf(request, { ...FAULTS.method, what: `this address takes ${allow} alone` }, { allow });
  }
  return found.route.answer({ params: found.params, query, headers: request.headers, body, signal }, host);
};

/** The whole body; null if it is larger than that. Rejects if the client goes away. */
const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer | null> => {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Gives a browser its cookie for a link's token. */
const enter = (site: Site, request: IncomingMessage, body: Buffer): Reply => {
  const entered = site.access.exchange(new URLSearchParams(body.toString()).get("token") ?? "");
  if (typeof entered !== "string")
    return { ...seeOther("/"), headers: { location: "/", "set-cookie": entered.cookie } };
  // A browser that is in already, and opens an old link.
  if (site.access.admit(request) === "admitted") return seeOther("/");
  return refusalOf(request, entered === "stranger" ? unknown(FAULTS.used, site.host) : FAULTS.throttled);
};

interface Fault {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly what: string;
  readonly hint?: string;
}

const refusalOf = (
  { url = "" }: IncomingMessage,
  { status, code, title, what, hint }: Fault,
  headers: Readonly<Record<string, string>> = {},
): Reply =>
  url.startsWith("/api/")
    ? { ...errorsReply(status, [{ code, message: what, ...(hint && { hint }) }]), headers }
    : { ...page(errorPage(title, what, hint ?? null), status), headers };

const unknown = (fault: Fault, { data, keys: { env }, cwd }: Host): Fault => ({
  ...fault,
  hint: `\`${serveCommand(data, { env, cwd }, "--link")}\` prints a new link. Programs send the token in DATA/token as a Bearer token.`,
});

const FAULTS = {
  malformed: { status: 400, code: "malformed", title: "Not an address", what: "no page has such an address" },
  stranger: { status: 401, code: "no-token", title: "Who are you?", what: "nobody knows you here" },
  used: { status: 401, code: "no-token", title: "An old link", what: "a link works once, for a day" },
  foreign: {
    status: 403,
    code: "foreign",
    title: "Not from here",
    what: "",
    hint: "Open the printed address yourself.",
  },
  none: { status: 404, code: "not-found", title: "Not found", what: "there is nothing at this address" },
  method: { status: 405, code: "method", title: "Wrong method", what: "", hint: "Use the buttons of the job's page." },
  large: { status: 413, code: "too-large", title: "Too large", what: "a request has at most 4 MB" },
  throttled: {
    status: 429,
    code: "throttled",
    title: "Wait",
    what: "too many wrong tokens came",
    hint: "Wait a while.",
  },
  failed: { status: 500, code: "unexpected", title: "That went wrong", what: "llmch failed to answer; runs go on" },
} satisfies Record<string, Fault> & Record<Exclude<Admission, "admitted">, Fault>;
