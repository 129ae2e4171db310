import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { closeLiveScenes, createLiveScene, type LiveScene } from "../live/live-scene.ts";
import { gitIn, readJsonFile, readJsonLines } from "../scene.ts";

afterEach(closeLiveScenes);

interface Decided {
  readonly type: string;
  readonly of: string;
  readonly id: string;
  readonly decision?: string;
  readonly text?: string | null;
  readonly by?: { readonly through: string };
}

/** Two orders, a model that answers each with a file, and a bare remote. */
const scene = async () => {
  const live: LiveScene = await createLiveScene({
    chat: ({ prompt }) => {
      const name = prompt.includes("second.js") ? "second.js" : "greet.js";
      return serves.answers(live.answer({ [name]: prompt.includes("Say hello.") ? "// hello\n" : "// 1\n" }));
    },
  });
  const first = live.order();
  live.order({ id: "WO-02", allowed_files: ["second.js"] });
  const path = join(live.root, "remote.git");
  live.git("init", "-q", "--bare", path);
  live.git("remote", "add", "origin", path);
  return { ...live, first, remote: gitIn(path) };
};

const folderOf = (live: LiveScene): string => live.runs("run-all")[0] ?? live.runs()[0] ?? "";
/** What the run's summary says it waits for. */
const needs = (live: LiveScene): readonly string[] => {
  const { needs: waiting = [] } = readJsonFile(folderOf(live), "run_summary.json") as {
    readonly needs?: readonly { readonly id: string; readonly kind: string }[];
  };
  return waiting.map(({ id, kind }) => `${kind} ${id}`);
};
const decisions = (live: LiveScene): readonly Decided[] =>
  (readJsonLines(folderOf(live), "events.jsonl") as unknown as readonly Decided[]).filter(
    ({ type }) => type === "decision_needed" || type === "decided",
  );

test("each step waits, is decided once and goes on, and nothing is paid twice", async () => {
  const live = await scene();
  const flags = ["--approve", "plan,network,orders,push", "--push", "--no-sandbox", "--branch", "work"];
  const ends = async (
    acting: ReturnType<LiveScene["llmch"]>,
    code: number,
    waiting: string | null,
    requests: number,
  ) => {
    const { stdout, stderr, code: ended } = await acting;
    expect([ended, ended === code ? "" : stdout + stderr]).toEqual([code, ""]);
    expect([needs(live), live.server.requests.length]).toEqual([waiting === null ? [] : [waiting], requests]);
    return stdout + stderr;
  };
  const tip = () => live.git("for-each-ref", "--format=%(objectname)", "refs/heads/work");
  await ends(live.runAll([...flags, "--jobs", "2"]), 6, "plan plan", 0);
  await ends(live.llmch(["decide", "approve"]), 6, "network network", 0);
  await ends(live.llmch(["decide", "network", "approve"]), 6, "orders WO-01", 2);
  expect(tip()).toBe("");
  // A resume alone is no yes, and asks nobody.
  await ends(live.llmch(["resume"]), 6, "orders WO-01", 2);
  await ends(live.llmch(["decide", "WO-01", "reject", "Say hello."]), 6, "orders WO-01", 3);
  expect(live.server.requests.at(-1)?.prompt).toContain("Say hello.");
  await ends(live.llmch(["decide", "WO-01", "approve"]), 6, "orders WO-02", 3);
  expect(live.git("show", "work:greet.js")).toBe("// hello");
  await ends(live.llmch(["decide", "WO-02", "approve"]), 6, "push push", 3);
  expect(live.remote("for-each-ref")).toBe("");
  await ends(live.llmch(["decide", "push", "approve"]), 0, null, 3);
  expect(live.remote("rev-parse", "work")).toBe(tip());

  const decided = decisions(live).filter(({ type }) => type === "decided");
  expect(decided.map(({ of, id, decision, by }) => [of, id, decision, by?.through])).toEqual([
    ["plan", "plan", "approve", "command"],
    ["network", "network", "approve", "command"],
    ["orders", "WO-01", "reject", "command"],
    ["orders", "WO-01", "approve", "command"],
    ["orders", "WO-02", "approve", "command"],
    ["push", "push", "approve", "command"],
  ]);
  expect(decisions(live)).toHaveLength(2 * decided.length);
  const [attempt] = (readJsonLines(live.runs()[0] ?? "", "events.jsonl") as { type: string; brief?: object }[]).filter(
    ({ type }) => type === "attempt_failed",
  );
  expect(attempt?.brief).toMatchObject({ stage: "rejected", primary_error_excerpt: "Say hello." });
  const audit = await live.llmch(["audit", basename(folderOf(live))]);
  expect([audit.code, audit.stdout + audit.stderr]).toEqual([0, expect.any(String)]);
});

test("one no is one no: the same bytes again end the order, and so does a no without a word", async () => {
  const live = await scene();
  const flags = ["--approve", "orders", "--no-sandbox", "--branch", "work"];
  expect((await live.runAll(flags)).code).toBe(6);
  const again = await live.llmch(["decide", "WO-01", "reject", "Say goodbye."]);
  expect([again.code, live.server.requests.length]).toEqual([1, 2]);
  const { ended_by, attempts } = readJsonFile(live.runs()[0] ?? "", "run_summary.json");
  expect([ended_by, attempts]).toMatchObject(["repeat", [{ stage: "rejected" }, { stage: "rejected" }]]);

  const other = await scene();
  expect((await other.runAll(flags)).code).toBe(6);
  const no = await other.llmch(["decide", "WO-01", "reject"]);
  expect([no.code, other.server.requests.length]).toEqual([1, 1]);
  expect(readJsonFile(other.runs()[0] ?? "", "run_summary.json")).toMatchObject({ attempts: [{ stage: "rejected" }] });
});

test("a no ends the run before anything is asked, and leaves commits unpushed", async () => {
  const live = await scene();
  await live.runAll(["--approve", "plan", "--branch", "work"]);
  const no = await live.llmch(["decide", "reject", "Too much at once."]);
  expect([no.code, no.stdout + no.stderr]).toEqual([1, expect.stringContaining("you said no to the plan: Too much")]);
  expect(live.server.requests).toHaveLength(0);

  const other = await scene();
  const flags = ["--repo", other.repo, "--branch", "work", "--approve", "push", "--push"];
  const waits = await other.llmch(["run", other.first, ...flags]);
  expect([waits.code, needs(other), waits.stderr]).toEqual([6, ["push push"], expect.any(String)]);
  const unpushed = await other.llmch(["decide", "reject", "Not yet."]);
  expect([unpushed.code, unpushed.stdout + unpushed.stderr]).toEqual([
    0,
    expect.stringContaining("nothing was pushed: you said no: Not yet."),
  ]);
  expect([other.remote("for-each-ref"), other.server.requests.length]).toEqual(["", 1]);
  expect((await other.llmch(["audit", basename(folderOf(other))])).code).toBe(0);
});

test("what changed since it was shown is asked anew, and a file that somebody else wrote does not count", async () => {
  const live = await scene();
  await live.runAll(["--approve", "orders", "--branch", "work"]);
  const before = live.git("rev-parse", "main");
  const folder = join(folderOf(live), "decisions");
  await live.llmch(["decide", "WO-01", "approve", "--no-resume"]);
  const [name = ""] = readdirSync(folder);
  const text = readFileSync(join(folder, name), "utf8");
  writeFileSync(join(folder, name), text.replace(/"mark": "[0-9a-f]/, '"mark": "x'));
  expect((await live.llmch(["resume"])).code).toBe(6);
  writeFileSync(join(folder, name), text);
  // The branch moves on: the order's work would land on another tree than the one that was shown.
  live.git("branch", "work", before);
  live.git("switch", "-q", "work");
  writeFileSync(join(live.repo, "other.txt"), "1\n");
  live.git("add", "other.txt");
  live.git("commit", "-q", "-m", "Other work");
  live.git("switch", "-q", "main");
  const changed = await live.llmch(["resume"]);
  expect([changed.code, needs(live), live.server.requests.length]).toEqual([6, ["orders WO-01"], 1]);
  expect(decisions(live).filter(({ type }) => type === "decided")).toEqual([]);
  expect((await live.llmch(["decide", "WO-01", "approve"])).code).toBe(6);
  expect(live.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");
});
