/**
 * An address of a remote as it may be shown: what lets somebody in is left out. That is the user's part of a web address, a password
 * of any other, and what stands behind a `?`.
 */
export const withoutCredentials = (address: string): string => {
  const [, scheme, rest] = /^(.*?:\/\/)(.*)$/s.exec(address) ?? [];
  if (scheme === undefined || rest === undefined) return address;
  const shown = rest.replace(/[?#].*$/s, "");
  const [authority = ""] = shown.split("/", 1);
  // A password with a slash in it makes an authority that no server has.
  const end =
    /:(?!\d*$)/.test(authority) && !authority.includes("@") ? shown.lastIndexOf("@") : authority.lastIndexOf("@");
  if (end === -1) return scheme + shown;
  const [user = ""] = shown.slice(0, end).split(":", 1);
  return /(?:^|[^a-z])https?:\/\/$/i.test(scheme)
    ? scheme + shown.slice(end + 1)
    : `${scheme}${user}@${shown.slice(end + 1)}`;
};

/** The same for each address in a text of git's. */
export const withoutAnyCredentials = (text: string): string =>
  text.replace(/[a-z][a-z0-9+.:-]*:\/\/[^\s'"]+/gi, withoutCredentials);
