const DATA = String.raw`(?:\.(?:json|ya?ml|toml|ini|xml|csv|txt|properties))`;

/** Names of files that are there to hold a secret, in lower case. */
const SECRET_NAMES: readonly RegExp[] = [
  /^\.env(?:rc$|\.|$)|\.env$/,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^(?:\.npmrc|[._]netrc|\.pypirc|\.git-credentials|\.pgpass|\.htpasswd|\.dockercfg)$/,
  new RegExp(String.raw`^\.?(?:credentials[\w-]*|secrets?)${DATA}?$`),
  new RegExp(String.raw`(?:service[-_]?account|client[-_]?secret)[\w.-]*${DATA}$`),
];
/** What stands in for such a file, and what may be known of it. */
const HARMLESS = /\.(?:example|sample|template|dist|defaults?|pub)$/;

/**
 * True for a file whose content is probably a secret, by its name alone: it is not shown to a model unless an order names
 * it (reliability, S2). That it is there is no secret.
 */
export const looksLikeSecretFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return !HARMLESS.test(name) && SECRET_NAMES.some((pattern) => pattern.test(name));
};
