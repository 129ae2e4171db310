const DATA = String.raw`(?:\.(?:json|ya?ml|toml|ini|xml|csv|txt|properties))`;

/** Names, in lower case, of files that exist to hold a secret. */
const SECRET_NAMES: readonly RegExp[] = [
  /^\.env(?:rc$|\.|$)|\.env$/,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^(?:\.npmrc|[._]netrc|\.pypirc|\.git-credentials|\.pgpass|\.htpasswd|\.dockercfg)$/,
  new RegExp(String.raw`^\.?(?:credentials[\w-]*|secrets?)${DATA}?$`),
  new RegExp(String.raw`(?:service[-_]?account|client[-_]?secret)[\w.-]*${DATA}$`),
];
/** What replaces the content of such a file, and what a reader may know about it. */
const HARMLESS = /\.(?:example|sample|template|dist|defaults?|pub)$/;

/**
 * True if a file's name suggests that its content is a secret. A model does not see the content unless an order names the file
 * (reliability, S2). The existence of the file is no secret.
 */
export const looksLikeSecretFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return !HARMLESS.test(name) && SECRET_NAMES.some((pattern) => pattern.test(name));
};
