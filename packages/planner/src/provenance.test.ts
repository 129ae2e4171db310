import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { compileHash, manifestSha256 } from "./provenance.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const SETTINGS = { model: ["gpt-5.2-codex"], reasoning_effort: "medium" } as const;
const inputs = { spec: "spéc\n", template: "{{PRODUCT_SPEC}}", settings: SETTINGS };

test("the compile hash matches the contract", () => {
  const canonical =
    `{"model":"gpt-5.2-codex","reasoning_effort":"medium","spec_sha256":"${sha256("spéc\n")}",` +
    `"template_sha256":"${sha256("{{PRODUCT_SPEC}}")}"}`;
  expect(compileHash(inputs)).toBe(sha256(canonical).slice(0, 16));
});

test.each([
  ["spec", { spec: "other" }],
  ["template", { template: "other" }],
  ["model", { settings: { ...SETTINGS, model: ["gpt-5.2-codex", "gpt-5.2"] } }],
  ["effort", { settings: { ...SETTINGS, reasoning_effort: null } }],
] as const)("another %s gives another compile hash", (_, changes) => {
  expect(compileHash({ ...inputs, ...changes })).not.toBe(compileHash(inputs));
});

test("the manifest's hash covers its canonical JSON", () => {
  expect(manifestSha256({ b: [1, { d: null, c: "é" }], a: {} })).toBe(sha256('{"a":{},"b":[1,{"c":"é","d":null}]}'));
});
