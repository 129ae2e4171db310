import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type SettingChange, writeSetting } from "./write-setting.ts";

const folder = temporaryFolder();
const root = folder.path;
const FILE = join(root, "repo/llmch.config.json");
const OWN = join(root, "home/.config/llmch/config.json");
afterAll(() => folder.remove());
beforeEach(() => {
  for (const name of ["repo", "home"]) rmSync(join(root, name), { recursive: true, force: true });
  mkdirSync(join(root, "repo/.git"), { recursive: true });
  mkdirSync(join(root, "repo/src"), { recursive: true });
});

const write = (name: string, text: string | null, place: Partial<SettingChange> = {}) =>
  writeSetting({
    name,
    text,
    writer: "repo",
    repo: "repo",
    cwd: root,
    ...place,
    env: { HOME: join(root, "home"), ...place.env },
  });
const settings = (file: string) => {
  const { $schema: _, ...said } = JSON.parse(readFileSync(file, "utf8"));
  return said;
};

test.each([
  ["budget.usd", "none", { budget: { usd: null } }],
  ["factory.model", "gpt-5.2", { factory: { model: "gpt-5.2" } }],
  ["factory.model", "gpt-5.2, replay:m.jsonl", { factory: { model: ["gpt-5.2", "replay:../m.jsonl"] } }],
  ["review.model", "replay:src/r.jsonl", { review: { model: "replay:../src/r.jsonl" } }],
  ["network.trusted_hosts", "A.example,b.example:1", { network: { trusted_hosts: ["a.example", "b.example:1"] } }],
  ["verify.commands", "npm test\nnpm run lint", { verify: { commands: ["npm test", "npm run lint"] } }],
  ["models.prices", '{"x": {"input": 1, "output": 2}}', { models: { prices: { x: { input: 1, output: 2 } } } }],
])("%s = %j is read like its flag", async (name, text, expected) => {
  const env = { LLMCH_CONFIG: "src/own.json" };
  const { value } = Object(await write(name, text, { writer: "user", cwd: join(root, "repo"), repo: ".", env }));
  expect(value).toEqual({ path: join(root, "repo/src/own.json"), file: "src/own.json", isChanged: true });
  const absolute = JSON.stringify(expected)
    .replaceAll(":../src/", `:${root}/repo/src/`)
    .replaceAll(":../m", `:${root}/repo/m`);
  expect(settings(value.path)).toEqual(JSON.parse(absolute));
});

test("the repo's file is the one at its root, names files from there, and keeps its mode", async () => {
  const cwd = join(root, "repo/src");
  expect(await write("factory.model", "replay:m.jsonl", { cwd, repo: "." })).toMatchObject({ ok: true });
  expect(settings(FILE)).toEqual({ factory: { model: "replay:src/m.jsonl" } });
  chmodSync(FILE, 0o600);
  expect(await write("budget.usd", "5")).toMatchObject({ value: { isChanged: true } });
  expect(await write("budget.usd", "5")).toMatchObject({ value: { isChanged: false } });
  expect(await write("factory.model", null)).toMatchObject({ value: { isChanged: true } });
  expect(settings(FILE)).toEqual({ factory: {}, budget: { usd: 5 } });
  expect([statSync(FILE).mode & 0o777, readdirSync(join(root, "repo")).sort()]).toEqual([
    0o600,
    [".git", "llmch.config.json", "src"],
  ]);
});

test("a user's file is created with its folders, if there is a place for one", async () => {
  expect(await write("budget.usd", "5", { writer: "user" })).toMatchObject({ value: { path: OWN } });
  expect(settings(OWN)).toEqual({ budget: { usd: 5 } });
  const none = await write("budget.usd", "5", { writer: "user", env: { LLMCH_CONFIG: "/dev/null" } });
  expect(none).toMatchObject({ issues: [{ message: "there is no place for a settings file of your own" }] });
  expect(await write("budget.usd", null)).toMatchObject({ value: { isChanged: false } });
  expect(existsSync(FILE)).toBe(false);
});

test.each([
  ["budget.uds", "5", /^there is no setting budget\.uds: did you mean budget\.usd\?$/],
  ["tokens", "5", /^there is no setting tokens: did you mean agent\.tokens or budget\.tokens\?$/],
  ["budget", "5", /^there is no setting budget: name one of the section: budget\.usd, /],
  ["sk-abcdefgh12345678", "5", /^there is no setting \[redacted/],
  ["budget.usd", "five", /^budget\.usd must be a number/],
  ["factory.model", "sk-abcdefgh12345678", /^there seems to be a key in the value of factory\.model: /],
  ["verify.commands", "curl my-own-secret-1", /^there seems to be a key in the value of verify\.commands: /],
  ["network.trusted_hosts", "a.example", /^network\.trusted_hosts is not for the repo to say: .* --user$/],
  ["factory.model", "replay:../m", /^factory\.model names a file outside the repo/],
])("%s = %j is refused, and nothing is written", async (name, text, message) => {
  const { issues } = Object(await write(name, text, { env: { OFFICE_API_KEY: "my-own-secret-1" } }));
  const [first] = issues;
  expect(`${first.message}: ${first.hint}`).toMatch(message);
  expect(JSON.stringify(issues)).not.toMatch(/abcdefgh|own-secret/);
  expect(existsSync(FILE)).toBe(false);
});

test.each([
  ["a link", () => symlinkSync(join(root, "target.json"), FILE), /it is a link/],
  ["a pipe", () => execFileSync("mkfifo", [FILE]), /it is no regular file/],
  ["a folder", () => mkdirSync(FILE), /./],
  ["no text", () => writeFileSync(FILE, Buffer.from([0xff, 0xfe])), /not UTF-8/],
] as const)("%s in the file's place is left alone", async (_, put, why) => {
  writeFileSync(join(root, "target.json"), "{}");
  put();
  expect(await write("budget.usd", "5")).toMatchObject({
    issues: [{ code: "bad-settings", message: expect.stringMatching(why) }],
  });
  expect(readFileSync(join(root, "target.json"), "utf8")).toBe("{}");
});
