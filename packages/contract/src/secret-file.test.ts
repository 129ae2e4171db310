import { expect, test } from "vitest";
import { looksLikeSecretFile } from "./secret-file.ts";

test.each(
  `.env .env.local .env.production .envrc prod.env app/.ENV server.pem tls/server.key id_rsa id_rsa_work id_ed25519 .npmrc web/.npmrc
   .netrc _netrc .pypirc .git-credentials .pgpass credentials credentials.json .aws/credentials credentials-prod.yml secrets.yaml
   .secrets store.p12 store.pfx release.keystore service-account.json my-service-account-1.json client_secret_99.apps.json`.split(
    /\s+/,
  ),
)("%s looks like a secret", (path) => expect(looksLikeSecretFile(path)).toBe(true));

test.each(
  `.env.example .env.sample .env.template .env.local.example environment.ts env.js src/credentials.ts credentials/README.md
   secrets.ts keys.py monkey.js id_rsa.pub package.json pem.md src/key service-account.ts .github/workflows/env.yml README`.split(
    /\s+/,
  ),
)("%s does not", (path) => expect(looksLikeSecretFile(path)).toBe(false));
