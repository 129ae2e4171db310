const DATA = String.raw`(?:\.(?:json|ya?ml|toml|ini|xml|csv|txt|properties))`;

/** Lower-case names of files that exist to hold a secret. One pattern, since most names must be tested against all of it. */
const SECRET_NAME = new RegExp(
  [
    String.raw`^\.env(?:rc$|\.|$)|\.env$`,
    String.raw`\.(?:pem|key|p8|p12|pfx|jks|keystore|keytab|kdbx?|ppk|gpg|agekey|ovpn|tfvars|tfstate|secret)$`,
    "^id_(?:rsa|dsa|ecdsa|ed25519)",
    String.raw`^(?:\.npmrc|\.yarnrc\.yml|[._]netrc|\.pypirc|\.git-credentials|\.?pgpass(?:\.conf)?|\.htpasswd|\.dockercfg|\.dockerconfigjson)$`,
    String.raw`^(?:\.?kubeconfig|\.vault[-_](?:token|pass(?:word)?)|\.boto|\.s3cfg|\.my(?:login)?\.cnf|\.rediscli_auth|\.terraformrc|\.dev\.vars)$`,
    String.raw`^(?:local\.settings\.json|wp-config\.php|token\.json|api[-_]?keys?${DATA}?)$`,
    String.raw`^\.?(?:[\w-]*credentials[\w-]*|secrets?)${DATA}?$|firebase-adminsdk[\w-]*\.json$`,
    String.raw`(?:service[-_]?account|client[-_]?secret)[\w.-]*${DATA}$`,
  ].join("|"),
);
/** Tools keep what they log in with in these folders. */
const SECRET_PLACE =
  /^auth\.json$|(?:^|\/)(?:\.(?:ssh|aws|gnupg|azure|kube)\/|\.docker\/config\.json$|\.config\/(?:gcloud|gh|hub)(?:\/|$))/i;
/** Extensions of examples and public keys, which hold no secret. */
const HARMLESS = /\.(?:example|sample|template|dist|defaults?|pub)$/;

/**
 * True if a file's name suggests that its content is a secret. A model sees the content only if an order names the file (reliability, S2).
 * The file's existence is not secret.
 */
export const looksLikeSecretFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return (SECRET_NAME.test(name) || SECRET_PLACE.test(path)) && !HARMLESS.test(name);
};
