import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { readBoundedText } from "./text-file.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (name: string) => join(folder.path, name);

writeFileSync(at("text"), "\ufeffok");
writeFileSync(at("large"), "123456");
writeFileSync(at("latin"), Buffer.from([0xe9]));
writeFileSync(at("nul"), "a\0b");
mkdirSync(at("folder"));
symlinkSync("text", at("link"));
symlinkSync("loop", at("loop"));
execFileSync("mkfifo", [at("pipe")]);

test.each([
  ["text", true, { ok: true, value: "\ufeffok" }],
  ["link", true, { ok: true, value: "\ufeffok" }],
  ["missing", false, { ok: true, value: null }],
  ["text/below", false, { ok: true, value: null }],
  ["link", false, { ok: false, issues: ["it is a link"] }],
  ["loop", true, { ok: false, issues: ["a link is on the way"] }],
  ["large", true, { ok: false, issues: ["it is larger than 5 bytes"] }],
  ["latin", true, { ok: false, issues: ["it is not UTF-8 text"] }],
  ["nul", true, { ok: false, issues: ["it holds a NUL character"] }],
  ["folder", true, { ok: false, issues: ["it is a directory"] }],
  ["pipe", true, { ok: false, issues: ["it is no regular file"] }],
])("%s, following links: %s", async (name, followsLinks, outcome) => {
  const links = followsLinks ? "any" : "none";
  expect(await readBoundedText(at(name), { maxBytes: 5, links })).toEqual(outcome);
});
