import { expect, test } from "vitest";
import { ownSecrets, withKeys } from "./own-secrets.ts";

test("keys that settings name are kept out of what is printed, and ordinary words are not", () => {
  const env: NodeJS.ProcessEnv = { OFFICE: "0ff1ce-5a5a-9b9b", LOCAL: "ollama", GH_TOKEN: "gh-1234-abcd" };
  const own = withKeys(ownSecrets(env, false), env, ["OFFICE", "LOCAL"], false);
  expect(own.redactor.text("gh-1234-abcd and 0ff1ce-5a5a-9b9b on ollama")).toBe(
    "[redacted by llmch] and [redacted by llmch] on ollama",
  );
  expect(own.secrets).toEqual(["0ff1ce-5a5a-9b9b", "gh-1234-abcd"]);
  expect([own.env.OFFICE, own.env.LOCAL]).toEqual(["0ff1ce-5a5a-9b9b", "ollama"]);
  expect(env).toEqual({});
});
