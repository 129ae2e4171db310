import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { realLocation } from "@llmch/files";
import type { Repository } from "./repository.ts";

/** The folder on this machine that an address names, links resolved, or null for a server's address. */
export const localFolder = (address: string, { root, env }: Pick<Repository, "root" | "env">): string | null => {
  const [, path] = /^file:\/\/(.*)$/s.exec(address) ?? [];
  if (path !== undefined) return located(decoded(path.startsWith("/") ? path : `//${path}`), root, env);
  // Git treats `host:path` as a server's address unless a slash comes before the colon.
  return /^[^/]*:/.test(address) ? null : located(address, root, env);
};

/** What is no escape stays, as in git. */
const decoded = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString());

const located = (path: string, root: string, env: Repository["env"]): string => {
  const [, user, rest = ""] = /^~([^/]*)(.*)$/s.exec(path) ?? [];
  if (user === undefined) return realLocation(resolve(root, path));
  // Only git can tell whose home that is.
  return user === "" ? realLocation(join(env.HOME ?? homedir(), rest)) : root;
};

/**
 * A remote's address without credentials, as it may be shown: leaves out the user part of a web address, the password of any
 * other, and everything after a `?`.
 */
export const withoutCredentials = (address: string): string => {
  const [, scheme, rest] = /^(.*?:\/\/)(.*)$/s.exec(address) ?? [];
  if (scheme === undefined || rest === undefined) return address;
  const shown = rest.replace(/[?#].*$/s, "");
  const [authority = ""] = shown.split("/", 1);
  // If the password contains a slash, the authority seems to end inside it.
  const end =
    /:(?!\d*$)/.test(authority) && !authority.includes("@") ? shown.lastIndexOf("@") : authority.lastIndexOf("@");
  if (end === -1) return scheme + shown;
  const [user = ""] = shown.slice(0, end).split(":", 1);
  return /(?:^|[^a-z])https?:\/\/$/i.test(scheme)
    ? scheme + shown.slice(end + 1)
    : `${scheme}${user}@${shown.slice(end + 1)}`;
};

/** The same for each address in a text from git. */
export const withoutAnyCredentials = (text: string): string =>
  text.replace(/[a-z][a-z0-9+.:-]*:\/\/[^\s'"]+/gi, withoutCredentials);
