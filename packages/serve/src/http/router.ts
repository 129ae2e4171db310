import type { Route } from "./route.ts";

/** What a request is for: the decoded parts of its path, and its query. */
export interface Target {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads a request's target; null if it is no path of ours, however a client encodes it. */
export const readTarget = (url: string): Target | null => {
  if (!/^\/[\x21-\x7e]*$/.test(url) || url.includes("#")) return null;
  const [path = "", ...rest] = url.slice(1).split("?");
  const query = rest.join("?");
  try {
    // Malformed escapes are refused everywhere, instead of being read in another way than the sender meant.
    decodeURIComponent(query);
    const parts = path.split("/").map(decodeURIComponent);
    return parts.some(isTrick) ? null : { parts, query: new URLSearchParams(query) };
  } catch {
    return null;
  }
};

const isTrick = (part: string): boolean => part === "." || part === ".." || /[/\0]/.test(part);

export type Match =
  | { readonly kind: "found"; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: "none" }
  | { readonly kind: "method"; readonly allowed: readonly string[] };

/** The first route for a method and a path. */
export const matchRoute = (routes: readonly Route[], method: string, parts: readonly string[]): Match => {
  const allowed: string[] = [];
  for (const route of routes) {
    const params = paramsOf(route.path.slice(1).split("/"), parts);
    if (params === null) continue;
    if (route.method === method) return { kind: "found", route, params };
    allowed.push(route.method);
  }
  return allowed.length === 0 ? { kind: "none" } : { kind: "method", allowed };
};

const paramsOf = (pattern: readonly string[], parts: readonly string[]): Record<string, string> | null => {
  const params: Record<string, string> = {};
  for (const [at, name] of pattern.entries()) {
    const part = parts[at];
    if (part === undefined) return null;
    if (name === "*") {
      const rest = parts.slice(at);
      return rest.includes("") ? null : { ...params, "*": rest.join("/") };
    }
    if (name.startsWith(":") && part !== "") params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return parts.length === pattern.length ? params : null;
};
