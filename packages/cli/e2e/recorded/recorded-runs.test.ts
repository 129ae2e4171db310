import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GIT_ENVIRONMENT, gitIn, readJsonFile } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { llmch } from "../command-line.ts";

// Each fixture is a repo, what was asked, and the answers as an early version recorded them. These are never recorded again: whatever
// else changes, today's version replays the answers that users have.

const FIXTURES = join(import.meta.dirname, "fixtures");
const NAMES = readdirSync(FIXTURES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

interface Expected {
  /** What the answers are about, for readers. */
  readonly about: string;
  /** The arguments, with paths below the fixture's folder. */
  readonly command: readonly string[];
  /** The commit that the run began at. */
  readonly baseline: string;
  readonly ending: {
    readonly exit_code: number;
    readonly verdict: string;
    /** Oldest first. */
    readonly commits: readonly { readonly subject: string; readonly tree: string }[];
    /** What a plan wrote. */
    readonly orders?: readonly JsonObject[];
  };
}

test.concurrent.for(NAMES)("the recorded answers of %s replay to the same end", async (name, { onTestFinished }) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "llmch-recorded-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(FIXTURES, name), root, { recursive: true });
  for (const folder of ["repo", "tmp", "home"]) mkdirSync(join(root, folder));
  const { command, baseline, ending } = readJsonFile(root, "expected.json") as unknown as Expected;
  const git = gitIn(join(root, "repo"));
  git("init", "--quiet", "--template=", "--initial-branch=main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  const input = readFileSync(join(root, "repo.fast-export"));
  execFileSync("git", ["fast-import", "--quiet"], { cwd: join(root, "repo"), env: GIT_ENVIRONMENT, input });
  git("reset", "--quiet", "--hard", baseline);
  const branches = git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
  for (const branch of branches) if (branch !== "main") git("branch", "--quiet", "-D", branch);

  const env = { TMPDIR: join(root, "tmp"), HOME: join(root, "home"), XDG_CACHE_HOME: join(root, "home/cache") };
  const argv = [...command, "--replay", join(root, "exchanges.jsonl"), "--artifacts-dir", "again", "--json"];
  const { code, stdout, stderr } = await llmch(argv, { cwd: root, env });
  expect({ code, stdout }, stderr).toMatchObject({ stdout: expect.stringMatching(/^\{/) });
  const { verdict } = JSON.parse(stdout);
  const { orders, ...standing } = ending;
  expect({ exit_code: code, verdict, commits: commitsAfter(baseline, git) }, stderr).toEqual(standing);
  // A later version may add members to an order, but not change these.
  if (orders !== undefined) expect(plannedOrders(join(root, "wo"))).toMatchObject(orders);
});

const commitsAfter = (baseline: string, git: ReturnType<typeof gitIn>): readonly JsonObject[] =>
  git("log", "--reverse", "--topo-order", "--format=%T %s", "--branches", "--not", baseline)
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [{ tree: line.slice(0, 40), subject: line.slice(41) }]));

const plannedOrders = (folder: string): readonly JsonObject[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^WO-\d+\.json$/.test(name))
    .sort()
    .map((name) => {
      const { provenance, $schema, ...order } = readJsonFile(folder, name);
      return order;
    });
