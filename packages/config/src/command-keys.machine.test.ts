import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { connectionOf, type Server } from "@llmch/models";
import { temporaryFolder } from "@llmch/testkit";
import { createRedactor, REDACTED } from "@llmch/text";
import { expect, onTestFinished, test } from "vitest";
import { serverWithKey } from "./command-keys.ts";

const serverOf = (script: string) => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const file = join(path, "print-key");
  writeFileSync(file, `#!/bin/sh\necho run >> runs\n${script}\n`);
  chmodSync(file, 0o755);
  const own = {
    base_url: "http://localhost:1/v1",
    key_variable: null,
    key_command: [file],
    api: "chat" as const,
    model: "m",
  };
  const settings = { ...DEFAULT_SETTINGS, models: { ...DEFAULT_SETTINGS.models, compatible: { own } } };
  const found = connectionOf("compatible:own", settings, {});
  if (!found.ok) throw new Error(found.issues[0].message);
  const runs = () => readFileSync(join(path, "runs"), "utf8").split("\n").length - 1;
  const keyed = (limitMs?: number) =>
    serverWithKey(found.value.server, { env: process.env, cwd: path, ...(limitMs && { limitMs }) });
  return { keyed, runs };
};
const keyOf = (result: { readonly ok: boolean; readonly value?: Server }) => result.value?.apiKey;

test("a command gives the key of its server: it is run once, and again for a refused key alone", async () => {
  const { keyed, runs } = serverOf('echo "sk-from-a-command-$(grep -c . runs)"');
  const [first, second] = await Promise.all([keyed(), keyed()]);
  expect([first, second, await keyed()].map(keyOf)).toEqual(Array(3).fill("sk-from-a-command-1"));
  expect(runs()).toBe(1);
  const renew = first.ok ? first.value.renewKey : undefined;
  expect(await Promise.all([renew?.("sk-from-a-command-1"), renew?.("sk-from-a-command-1")])).toEqual(
    Array(2).fill("sk-from-a-command-2"),
  );
  expect(await renew?.("sk-from-a-command-1")).toBe("sk-from-a-command-2");
  expect(runs()).toBe(2);
  expect(createRedactor([]).text("with sk-from-a-command-2")).toBe(`with ${REDACTED}`);
});

test.each([
  ["exits with an error", "echo sk-hush-hush; echo hush >&2; exit 3", /gives no key: it exits with 3$/],
  ["prints nothing", "true", /gives no key: it prints nothing$/],
  ["prints more than a key", "echo sk-hush-hush no key", /gives no key: it prints more than one word$/],
  ["does not end", "sleep 60", /gives no key: it did not end within 0.3 s/],
])("one that %s is refused, and nothing of its output is told", async (_, script, message) => {
  const result = await serverOf(script).keyed(300);
  expect(result).toMatchObject({ ok: false, issues: [{ code: "no-key", message: expect.stringMatching(message) }] });
  expect(JSON.stringify(result)).not.toContain("hush");
});
