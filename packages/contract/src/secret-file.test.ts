import { expect, test } from "vitest";
import { looksLikeSecretFile } from "./secret-file.ts";

test.each(
  `.env .env.local .env.production .envrc prod.env app/.ENV server.pem tls/server.key id_rsa id_rsa_work id_ed25519 .npmrc web/.npmrc
   .netrc _netrc .pypirc .git-credentials .pgpass credentials credentials.json .aws/credentials credentials-prod.yml secrets.yaml
   .secrets store.p12 store.pfx release.keystore service-account.json my-service-account-1.json client_secret_99.apps.json
   AuthKey_1.p8 http.keytab pass.gpg age.agekey office.ovpn prod.tfvars terraform.tfstate db.secret .yarnrc.yml pgpass.conf
   .dockerconfigjson kubeconfig .vault-token .vault_pass .boto .s3cfg .my.cnf .mylogin.cnf .rediscli_auth .terraformrc .dev.vars
   local.settings.json wp-config.php token.json api-key.txt apikeys.json google-credentials.json x-firebase-adminsdk-1.json auth.json
   home/.ssh/config .docker/config.json .kube/config .azure/accessTokens.json .config/gh/hosts.yml`.split(/\s+/),
)("%s looks like a secret", (path) => expect(looksLikeSecretFile(path)).toBe(true));

test.each(
  `.env.example .env.sample .env.template .env.local.example environment.ts env.js src/credentials.ts credentials/README.md
   secrets.ts keys.py monkey.js id_rsa.pub package.json pem.md src/key service-account.ts .github/workflows/env.yml README
   tokens.json locales/auth.json docker/config.json ssh/config main.tf terraform.tfvars.example credentialsForm.tsx kube.md`.split(
    /\s+/,
  ),
)("%s does not", (path) => expect(looksLikeSecretFile(path)).toBe(false));
