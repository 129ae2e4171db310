import { expect, test } from "vitest";
import { namesSecret, secretsOf } from "./redact-secrets.ts";

const VALUE = "gh0-5f0e7a1b9c3d";

test.each(
  `OPENAI_API_KEY OPENAI_ADMIN_KEY ANTHROPIC_API_KEY APIKEY MY_APIKEY STRIPE_SECRET_KEY SECRET_KEY_BASE AWS_SECRET_ACCESS_KEY
   AWS_SESSION_TOKEN GITHUB_TOKEN GH_TOKEN TOKEN_GITHUB NPM_TOKEN NODE_AUTH_TOKEN npm_config__authToken PGPASSWORD DB_PASSWORD
   DB_PASS MYSQL_PWD SSH_PASSPHRASE GPG_PRIVATE_KEY GITLAB_PAT GOOGLE_CREDENTIALS AZURE_CLIENT_SECRET API_KEYS KEY SECRETS`.split(
    /\s+/,
  ),
)("the name %s suggests a secret", (name) => {
  expect(namesSecret(name)).toBe(true);
  expect(secretsOf({ [name]: VALUE })).toEqual([VALUE]);
});

test.each(
  `PATH HOME PWD OLDPWD SSH_AUTH_SOCK SSH_ASKPASS GIT_ASKPASS GNOME_KEYRING_CONTROL KEYBOARD MONKEY TOKENIZERS_PARALLELISM
   GIT_CONFIG_KEY_0 TOKEN_FILE SSL_KEY_PATH AUTH_TOKEN_URL PASSWORD_STORE_DIR NODE_EXTRA_CA_CERTS HTTPS_PROXY COMPASS BYPASS
   XDG_SESSION_ID SSL_CERT_FILE`.split(/\s+/),
)("the name %s does not", (name) => {
  expect(namesSecret(name)).toBe(false);
  expect(secretsOf({ [name]: VALUE })).toEqual([]);
});

test.each([
  ["sk-canary", true],
  ["sk-abc", true],
  ["sk-a", false],
  ["test-key-1", true],
  ["hunter2hunter2", true],
  ["correct-horse-battery", true],
  ["ghp_0123456789", true],
  ["supersecretvalues", true],
  ["0123456789012345", true],
  ["/bPxRfiCYEXAMPLE3aKEY/K7MDENG", true],
  ['{"type": "service_account", "private_key": "x"}', true],
  ["EMPTY", false],
  ["ollama", false],
  ["password", false],
  ["Postgres", false],
  ["true", false],
  ["20240131", false],
  ["127.0.0.1:8080", false],
  ["--------", false],
  ["xxxxxxxxxxxxxxxxxxxx", false],
  ["/run/user/1000/keyring", false],
  ["~/.ssh/id_ed25519", false],
  ["/home/me/.config/gcloud/application_default_credentials.json", false],
  ["/Users/Me/Keys/key2.pem", false],
])("the value %s is a secret: %s", (value, isSecret) => {
  expect(secretsOf({ API_KEY: ` ${value}\n` })).toEqual(isSecret ? [value] : []);
});

test("the password in an address is a secret, whatever the variable's name", () => {
  const env = {
    DATABASE_URL: `postgres://me:${VALUE}@localhost/db`,
    REDIS_URL: `redis://:${VALUE}@localhost`,
    LOCAL_URL: "postgres://postgres:postgres@localhost:5432/db",
    HTTPS_PROXY: "http://proxy:3128/a:b@c",
  };
  expect(secretsOf(env)).toEqual([VALUE]);
});

test("values count once, and unset variables do not count", () => {
  expect(secretsOf({ A_TOKEN: VALUE, B_TOKEN: VALUE, C_TOKEN: "", D_TOKEN: undefined })).toEqual([VALUE]);
});

test("a declared key variable holds a secret, whatever its name; a dummy value is still not one", () => {
  const env = { OFFICE: "0ff1ce-5a5a", LOCAL: "ollama", HOME: "/home/me" };
  expect(secretsOf(env)).toEqual([]);
  expect(secretsOf(env, ["OFFICE", "LOCAL", "UNSET"])).toEqual(["0ff1ce-5a5a"]);
});
