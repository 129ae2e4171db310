import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { recordIsCurrent } from "../../../scripts/demo/record.mjs";
import { llmch } from "./command-line.ts";
import { connect } from "./mcp/connect.ts";
import { schemaFaults } from "./published-schemas.ts";
import { filesBelow, gitIn, readJsonFile } from "./scene.ts";

const DEMO = fileURLToPath(new URL("../../../scripts/demo.mjs", import.meta.url));
const REPORT = `Lisbon weekend: 6 expenses, 512.80 in all

         paid   share  balance
Ana    340.00  128.80  +211.20
Ben     83.50  128.79   -45.29
Chloe   58.30  144.27   -85.97
Dev     31.00  110.94   -79.94

Payments
  Chloe pays Ana 85.97
  Dev pays Ana 79.94
  Ben pays Ana 45.29
`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "llmch-demo-test-")));
const artifacts = join(folder, "runs");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCHEMAS: readonly (readonly [name: RegExp, schema: string])[] = [
  [/^run\.json$/, "run-record"],
  [/^run_summary\.json$/, "run-summary"],
  [/^(?:WO-\d+|work_order)\.json$/, "work-order"],
  [/^WORK_ORDERS_MANIFEST\.json$/, "manifest"],
  [/^failure_brief\.json$/, "failure-brief"],
  [/^proposed_writes\.json$/, "proposal"],
  [/^seal\.json$/, "seal"],
  [/^request\.json$/, "request"],
];
const schemaOf = (path: string) => SCHEMAS.find(([name]) => name.test(basename(path)))?.[1] ?? null;

/** Without what differs from run to run: times, commits, a branch's last letters, and what was printed before a line of the log. */
const aside = (text: string): string =>
  text
    .replace(/^\S+Z {2}/gm, "")
    .replace(/\b\d+(?:\.\d)? (?:s|min)\b/g, "0 s")
    .replace(/\b[0-9a-f]{10}\b/g, "COMMIT")
    .replace(/(llmch\/[a-z-]+)-[0-9a-z]{6}\b/g, "$1-LETTERS");

/** A machine without git settings; no server listens where a model could be asked. */
const environment = () => ({
  PATH: process.env.PATH ?? "",
  HOME: folder,
  TMPDIR: join(folder, "tmp"),
  ARTIFACTS_DIR: artifacts,
  OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
  GIT_CONFIG_NOSYSTEM: "1",
});

const demo = (...flags: string[]) => promisify(execFile)(process.execPath, [DEMO, ...flags], { env: environment() });

describe("the demo", () => {
  let stdout = "";
  let stderr = "";
  beforeAll(async () => {
    mkdirSync(join(folder, "tmp"));
    ({ stdout, stderr } = await demo());
  });
  const place = () => join(folder, "tmp", readdirSync(join(folder, "tmp"))[0] ?? "");

  it("turns a spec into seven commits", () => {
    const git = gitIn(join(place(), "evenly"));
    const branch = git("for-each-ref", "--format=%(refname:short)", "refs/heads/llmch");
    const subjects = git("log", "--reverse", "--format=%s", branch).split("\n");
    expect(subjects).toEqual([
      "Start evenly",
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => expect.stringMatching(`^WO-0${n}: `)),
    ]);
    for (const subject of subjects) expect(stdout).toContain(subject);
    expect(git("status", "--porcelain")).toBe("");
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
  });

  it("shows a plan that was refused for two reasons, and an order that failed its verification once", () => {
    const [planned = ""] = readdirSync(join(artifacts, "planner"));
    const refused = readJsonFile(artifacts, "planner", planned, "compile/validation_errors_attempt_1.json");
    const codes = (refused as unknown as readonly { readonly code: string }[]).map(({ code }) => code);
    expect(new Set(codes).size).toBeGreaterThanOrEqual(2);
    expect(readJsonFile(artifacts, "planner", planned, "run.json")).toMatchObject({
      success: true,
      outputs: { compile_attempts: 2 },
    });
    const runs = readdirSync(join(artifacts, "factory")).map((run) =>
      readJsonFile(artifacts, "factory", run, "run_summary.json"),
    );
    const failures = runs
      .flatMap(({ attempts }) => attempts as readonly { readonly failure_brief: { readonly stage: string } | null }[])
      .flatMap(({ failure_brief }) => (failure_brief === null ? [] : [failure_brief.stage]));
    expect(runs.map(({ verdict }) => verdict)).toEqual(Array(7).fill("PASS"));
    expect(failures).toEqual(["verify_failed"]);
  });

  it("prints what the README says that it prints, times and ids aside", async () => {
    const [spec, readme = ""] = ["templates/specs/evenly.txt", "README.md"].map((path) =>
      readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"),
    );
    const show = ["show", "--order", "4", "--attempt", "1", "--artifacts-dir", artifacts];
    const told = await llmch(show, { cwd: folder });
    const said = aside([spec, stdout, stderr, told.stdout].join("\n"));
    const blocks = [...readme.matchAll(/^```(\w*)\n(.*?)^```\n/gms)].filter(([, language]) => language === "");
    const excerpts = blocks.flatMap(([, , block = ""]) => block.split(/^…\n/m));
    expect(excerpts.length).toBeGreaterThan(9);
    for (const excerpt of excerpts) expect(said).toContain(aside(excerpt));
  });

  it("is told to a client over MCP in less than 4 KB", async () => {
    const repo = join(place(), "evenly");
    const { call } = await connect({ root: folder, repo, artifacts, temporary: join(folder, "tmp"), record: "none" });
    const { whole, text } = await call("show");
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeLessThan(4096);
    expect(text).toMatch(/^PASS {2}7 of 7 orders\n[\s\S]*WO-07/);
  });

  it("leaves documents that match the published schemas", () => {
    const found = filesBelow(artifacts).flatMap((path) => {
      const schema = schemaOf(path);
      return schema === null ? [] : [{ path, faults: schemaFaults(schema, readJsonFile(artifacts, path)) }];
    });
    // A plan: its record, orders, manifest and seal. A schedule, and seven orders' runs with a failed attempt.
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  it("prints the finished program's own output, where to look, and who wrote the answers", () => {
    expect(stdout).toContain(REPORT);
    expect(stdout).toContain(join(artifacts, "planner"));
    expect(stdout).toContain(join(artifacts, "factory"));
    expect(stdout).toContain("\nnode packages/cli/bin/llmch.js show\n");
    expect(stdout).toMatch(/answers were written by hand/);
  });
});

it("the demo of the server prints a link that works, and a job waits behind it", async () => {
  const child = spawn(process.execPath, [DEMO, "--serve"], { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let stdout = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    stdout += part;
    if (stdout.includes("/?token=")) break;
  }
  const { origin, searchParams } = new URL(/^http.*$/m.exec(stdout)?.[0] ?? "");
  const body = new URLSearchParams({ token: searchParams.get("token") ?? "" });
  const opened = await fetch(`${origin}/link`, { method: "POST", headers: { origin }, body, redirect: "manual" });
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const home = async (): Promise<string> => (await fetch(origin, { headers: { cookie } })).text();
  const [data = ""] = / --data (\S+)/.exec(stdout)?.slice(1) ?? [];
  const headers = { authorization: `Bearer ${readFileSync(join(data, "token"), "utf8")}` };
  // Its jobs would outlive it. The build is the longer one, and nobody waits for it.
  const cancel = (kind: string): Promise<unknown[]> => {
    const ids = readdirSync(join(data, "artifacts", kind)).filter((name) => /^\w{26}$/.test(name));
    return Promise.all(ids.map((id) => fetch(`${origin}/api/v1/jobs/${id}`, { method: "DELETE", headers })));
  };
  expect(await cancel("build")).toMatchObject([{ status: 200 }]);
  while (!(await home()).includes("carry out these 7 orders")) await setTimeout(200);
  expect(await cancel("run-all")).toMatchObject([{ status: 200 }]);
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
});

it("the demo with --live needs a key, and says so before it makes anything", async () => {
  await expect(demo("--live")).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^demo: .*OPENAI_API_KEY.*\n$/),
  });
});

it("the demo's record is what its answers give", () => {
  expect(recordIsCurrent()).toBe(true);
});
