import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who may use a server. */
export interface Access {
  /** Why a request is not looked at, whoever sent it: its sender is a page of another site, or a name that leads here. */
  foreign(request: Asked): string | null;
  admit(request: Pick<Asked, "headersDistinct">): Admission;
  /** The address that lets a browser in, once. */
  newLink(): string;
  /** The cookie for a browser that has a link's token. */
  exchange(token: string): { readonly cookie: string } | Exclude<Admission, "admitted">;
}

type Asked = Pick<IncomingMessage, "method" | "headersDistinct">;

export type Admission = "admitted" | "stranger" | "throttled";

const DAY_MS = 24 * 3600 * 1000;
const LINK_MS = DAY_MS;
const MOST_LINKS = 20;
const COOKIE_MS = 30 * DAY_MS;
/** So many wrong tokens in so long are guesses. */
const MOST_GUESSES = 20;
const GUESSES_MS = 10_000;

/**
 * Judges by the server's token, which programs send as it is, and by cookies that are signed with it.
 * @param token in the server's folder; never shown
 */
export const createAccess = (token: string, port: number, now: () => number = Date.now): Access => {
  const { host, origin } = new URL(`http://127.0.0.1:${port}`);
  const name = `llmch-${port}`;
  const links: { readonly hash: Buffer; readonly until: number }[] = [];
  let guesses = { count: 0, until: 0 };

  const signed = (issued: string): string =>
    `v1.${issued}.${createHmac("sha256", token).update(`${name} v1.${issued}`).digest("base64url")}`;
  const isCookie = (value: string): boolean => {
    const issued = /^v1\.(\d{1,15})\.[\w-]{43}$/.exec(value)?.[1];
    if (issued === undefined || !isSame(value, signed(issued))) return false;
    return Number(issued) <= now() && now() < Number(issued) + COOKIE_MS;
  };
  const isThrottled = (): boolean => now() < guesses.until && guesses.count > MOST_GUESSES;
  const guessed = (): Exclude<Admission, "admitted"> => {
    if (now() >= guesses.until) guesses = { count: 0, until: now() + GUESSES_MS };
    guesses.count += 1;
    return isThrottled() ? "throttled" : "stranger";
  };

  return {
    foreign: (request) => {
      const { headersDistinct: given, method } = request;
      if (SINGLE.some((each) => (given[each]?.length ?? 0) > 1)) return "a header is there twice";
      if (given.host?.[0] !== host) return `this server is ${origin}, and has no other name`;
      const from = given.origin?.[0];
      if (from !== undefined && from !== origin) return "a page of another site asked for it";
      const site = given["sec-fetch-site"]?.[0];
      if (site !== undefined && site !== "same-origin" && site !== "none") return "a page of another site asked for it";
      const isSafe = method === "GET" || method === "HEAD";
      const isOfBrowser = given.cookie !== undefined && given.authorization === undefined;
      if (!isSafe && isOfBrowser && from === undefined) return "a browser says which page asks";
      return null;
    },
    admit: ({ headersDistinct: { authorization, cookie = [] } }) => {
      // A token that is given counts alone.
      if (authorization !== undefined) {
        const given = /^Bearer +(\S+)$/i.exec(authorization[0] ?? "")?.[1];
        return given !== undefined && isSame(given, token) ? "admitted" : guessed();
      }
      // Servers at other ports of this machine may set cookies of this name too.
      const given = cookie
        .flatMap((each) => each.split(";"))
        .map((each) => each.trim())
        .filter((each) => each.startsWith(`${name}=`));
      if (given.some((each) => isCookie(each.slice(name.length + 1)))) return "admitted";
      return given.length > 0 ? guessed() : isThrottled() ? "throttled" : "stranger";
    },
    newLink: () => {
      const link = randomBytes(32).toString("base64url");
      links.push({ hash: hashOf(link), until: now() + LINK_MS });
      if (links.length > MOST_LINKS) links.shift();
      return `${origin}/?token=${link}`;
    },
    exchange: (given) => {
      const hash = hashOf(given);
      const at = links.findIndex((each) => timingSafeEqual(each.hash, hash) && now() < each.until);
      if (at === -1) return guessed();
      links.splice(at, 1);
      const value = signed(String(now()));
      const cookie = `${name}=${value}; Max-Age=${COOKIE_MS / 1000}; Path=/; HttpOnly; SameSite=Strict`;
      return { cookie };
    },
  };
};

/** Headers that decide: of two, nobody can say which one counts. */
const SINGLE = ["host", "origin", "sec-fetch-site", "authorization"];

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** In the same time for every text. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));
