const DATA = String.raw`(?:\.(?:json|ya?ml|toml|ini|xml|csv|txt|properties))`;

/** Lower-case names of files that exist to hold a secret. One pattern, since most names must be tested against all of it. */
const SECRET_NAME = new RegExp(
  [
    String.raw`^\.env(?:rc$|\.|$)|\.env$`,
    String.raw`\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$`,
    "^id_(?:rsa|dsa|ecdsa|ed25519)",
    String.raw`^(?:\.npmrc|[._]netrc|\.pypirc|\.git-credentials|\.pgpass|\.htpasswd|\.dockercfg)$`,
    String.raw`^\.?(?:credentials[\w-]*|secrets?)${DATA}?$`,
    String.raw`(?:service[-_]?account|client[-_]?secret)[\w.-]*${DATA}$`,
  ].join("|"),
);
/** Extensions of examples and public keys, which hold no secret. */
const HARMLESS = /\.(?:example|sample|template|dist|defaults?|pub)$/;

/**
 * True if a file's name suggests that its content is a secret. A model sees the content only if an order names the file (reliability, S2).
 * The file's existence is not secret.
 */
export const looksLikeSecretFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return SECRET_NAME.test(name) && !HARMLESS.test(name);
};
