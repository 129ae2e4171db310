import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readAssessment, readScope, readWindow } from "@llmch/contract";
import { numberedDemands } from "@llmch/planner";
import type { JsonValue, Result } from "@llmch/text";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schemaFaults } from "../published-schemas.ts";
import { filesBelow, gitIn, readJsonFile, readJsonLines } from "../scene.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const YEAR = `2026: 6 books, 1,528 pages, rated 4.6 on average

Jan  ##  2
Feb  #   1
Mar  #   1
Apr  #   1
May  #   1
Jun
Jul
Aug
Sep
Oct
Nov
Dec

2026: 6 of 12 books, 6 to go
`;
const LANDED = ["01", "02", "03", "04", "05", "06", "07", "08", "10", "11", "12", "13", "14"].map((id) => `WO-${id}`);

const SCHEMAS: readonly (readonly [name: RegExp, schema: string])[] = [
  [/\/scope\.json$/, "scope"],
  [/\/windows\/\d+\.json$/, "window"],
  [/\/assessments\/\d+\.json$/, "assessment"],
  [/\/examination\.json$/, "examination"],
  [/\/run\.json$/, "run-record"],
  [/\/run_summary\.json$/, "run-summary"],
  [/\/request\.json$/, "request"],
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), "llmch-demo-test-")));
const artifacts = join(folder, "runs");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let stdout = "";
let stderr = "";
let build = "";
beforeAll(async () => {
  mkdirSync(join(folder, "tmp"));
  // A machine without git settings; no server listens where a model could be asked.
  ({ stdout, stderr } = await promisify(execFile)(process.execPath, [join(ROOT, "scripts/demo.mjs"), "--build"], {
    maxBuffer: 2 ** 26,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      TMPDIR: join(folder, "tmp"),
      ARTIFACTS_DIR: artifacts,
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
      GIT_CONFIG_NOSYSTEM: "1",
    },
  }));
  build = join(artifacts, "build", readdirSync(join(artifacts, "build"))[0] ?? "");
});

const demoTarget = () => join(folder, "tmp", readdirSync(join(folder, "tmp"))[0] ?? "", "shelf");

/** The documents in a folder of the build, as their rules read them. */
const documents = <Document>(kind: string, read: (value: JsonValue) => Result<Document, string>) =>
  readdirSync(join(build, kind))
    .sort()
    .map((name) => given(read(readJsonFile(build, kind, name))));

const given = <Document>(result: Result<Document, string>): Document => {
  if (!result.ok) throw new Error(result.issues.join("\n"));
  return result.value;
};

test("a spec of three milestones becomes thirteen commits and a program that runs", () => {
  const git = gitIn(demoTarget());
  const branch = git("for-each-ref", "--format=%(refname:short)", "refs/heads/llmch");
  const subjects = git("log", "--reverse", "--format=%s", branch).split("\n");
  expect(subjects).toEqual(["Start shelf", ...LANDED.map((id) => expect.stringMatching(`^${id}: `))]);
  expect(stdout).toContain(YEAR);
  expect(stdout).toMatch(/answers were written by hand/);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("worktree", "list").split("\n")).toHaveLength(1);
});

test("the second window drops a note that the first made needless", () => {
  const [first, second] = documents("windows", readWindow);
  const note = first?.notes[0] ?? "";
  expect(second?.changes).toContainEqual({ before: note, now: null, why: expect.stringContaining("landed") });
  expect(second?.notes).not.toContain(note);
});

test("an order that objects is given up by the next window, and the milestones to come change", () => {
  expect(documents("windows", readWindow).map(({ abort }) => abort?.order ?? null)).toEqual([
    ...[null, null, null],
    "WO-09",
    ...[null, null],
  ]);
  expect(documents("assessments", readAssessment).map(({ verdict }) => verdict)).toEqual([...["adjust", "rescope"]]);
  const { milestones } = given(readScope(readJsonFile(build, "scope.json")));
  const withGoal = milestones.map(({ fulfils }) => fulfils.some((sentence) => sentence.includes("shelf goal YEAR N")));
  expect(withGoal).toEqual([false, false, true]);
});

test("no prompt has a sentence of the spec twice, and documents have words", () => {
  const spec = readFileSync(join(ROOT, "templates/specs/shelf.txt"), "utf8");
  const demands = numberedDemands(spec).filter(({ text }) => text.length > 40);
  const prompts = filesBelow(artifacts).filter((path) =>
    /(?:compile|assessment_\d+|examination_\d+|scope)\/prompt_attempt_1\.txt$/.test(path),
  );
  expect(prompts.length).toBeGreaterThan(11);
  for (const path of prompts) {
    const words = readFileSync(join(artifacts, path), "utf8").replace(/\s+/g, " ");
    for (const { number, text } of demands) expect(words.split(`[${number}] ${text}`), path).toHaveLength(2);
    expect(
      demands.filter(({ text }) => words.split(text).length > 2),
      path,
    ).toEqual([]);
  }
  const { milestones } = given(readScope(readJsonFile(build, "scope.json")));
  expect(milestones.flatMap(({ fulfils }) => fulfils).filter((quote) => /^\d/.test(quote))).toEqual([]);
});

test("its documents match the published schemas", () => {
  const found = filesBelow(artifacts).flatMap((path) => {
    const [, schema] = SCHEMAS.find(([name]) => name.test(path)) ?? [];
    return schema === undefined ? [] : [{ path, faults: schemaFaults(schema, readJsonFile(artifacts, path)) }];
  });
  // The build's own are 13; the others are of its five run-alls and six plans.
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ faults }) => faults.length > 0)).toEqual([]);
  for (const event of readJsonLines(build, "events.jsonl")) expect(schemaFaults("event", event)).toEqual([]);
});

test("each milestone is examined from the spec, and the PASS says so", () => {
  expect(stdout).toMatch(/^PASS .*examined 13 of 13$/m);
  const events = readJsonLines(build, "events.jsonl").map(Object);
  expect(events.filter(({ type }) => type === "examined")).toMatchObject([
    { milestone: "M1", examined: { passed: 5, of: 5 } },
    { milestone: "M2", examined: { passed: 9, of: 9 } },
    { milestone: "M3", examined: { passed: 13, of: 13 } },
  ]);
});

/** Every text in a document. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : Object(value) === value ? Object.values(Object(value)).flatMap(textsIn) : [];

/** The lines of texts that say enough to be told apart. */
const linesOf = (texts: readonly string[]): readonly string[] => {
  const lines = texts.flatMap((text) => text.split("\n")).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line.length >= 12 && /[a-z]/i.test(line)))];
};

test("an examiner is shown no line of the code, of a test, or of an order", () => {
  const shelf = demoTarget();
  const textOf = (path: string) => readFileSync(join(shelf, path), "utf8");
  const code = gitIn(shelf)("ls-files")
    .split("\n")
    .filter((path) => /\.(?:js|sh)$/.test(path));
  const orders = filesBelow(artifacts)
    .filter((path) => /\/work_order\.json$/.test(path))
    .map((path) => Object(readJsonFile(artifacts, path)))
    .map(({ title, intent, forbidden, notes, acceptance_commands: commands }) => [
      ...[title, intent, forbidden, notes, ...textsIn(commands).flatMap((command) => command.split("; "))],
    ]);
  expect([code.length, orders.length]).toEqual([28, 14]);
  const help = spawnSync(process.execPath, ["src/cli.js", "--help"], { cwd: shelf, encoding: "utf8" }).stderr.trim();
  const published = [readFileSync(join(ROOT, "templates/specs/shelf.txt"), "utf8"), textOf("README.md"), help];
  // A bare call reads as the signature that is published.
  const isPublished = (line: string) => /^\w+\([\w, ]*\)$/.test(line) || published.some((text) => text.includes(line));
  const secret = linesOf([...code.map(textOf), ...textsIn(orders)]).filter((line) => !isPublished(line));
  const shownIn = (prompt: string) => secret.filter((line) => prompt.includes(line));
  const promptsIn = (run: string) =>
    new Map(
      readJsonLines(run, "exchanges.jsonl")
        .map(Object)
        .map(({ key, request }) => [String(key), textsIn(request).join("\n")]),
    );
  const examinations = [...promptsIn(build)].filter(([key]) => key.includes("/examination/"));
  expect(examinations.map(([key]) => key)).toEqual(
    ["02", "05", "06"].map((window) => `window-${window}/examination/attempt-1`),
  );
  for (const [, prompt] of examinations) expect(shownIn(prompt)).toEqual([]);
  const last = examinations.at(-1)?.[1].replaceAll(/\[\d+\] /g, "");
  for (const line of linesOf(published)) expect(last).toContain(line);
  // The same search finds what an author is shown.
  const [author = ""] = readdirSync(join(artifacts, "factory")).sort().slice(-1);
  const [proposed = ""] = promptsIn(join(artifacts, "factory", author)).values();
  expect(shownIn(proposed).length).toBeGreaterThan(50);
});

test("it says where to look", () => {
  const places = stdout.slice(stdout.indexOf("=== Where to look"));
  for (const path of ["", "scope.json", "windows/02.json", "windows/04.json", "assessments/01.json"])
    expect(places).toContain(join(build, path));
  expect(places).toContain("\nnode packages/cli/bin/llmch.js show\n");
  expect(stderr).not.toMatch(/W\d{3}/);
});
