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
