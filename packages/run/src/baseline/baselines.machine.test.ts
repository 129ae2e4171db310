import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { throwawayRepo } from "@llmch/testkit";
import { openRepository } from "@llmch/workspace";
import { expect, test } from "vitest";
import { openBaselines } from "./baselines.ts";
import { openVerifiedTrees, type VerifiedWith } from "./verified-trees.ts";

const TEST = [{ display: "npm test", argv: ["npm", "test"], folder: null }];
const LINT = [{ display: "npm run lint", argv: ["npm", "run", "lint"], folder: null }];
const WITH: VerifiedWith = { ...DEFAULT_SETTINGS, dependencies: [], isolation: { sandbox: null } };
const RED = [{ command: "npm test", exit_code: 1, mark: { failures: ["a"], telling: ["not ok - a"] } }];

const open = async () => {
  const { path, env, git } = throwawayRepo({ "a.txt": "a\n" });
  const cache = mkdtempSync(join(tmpdir(), "llmch-cache-"));
  const opened = await openRepository(path, { ...env, XDG_CACHE_HOME: cache });
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const repo = opened.value;
  const commit = git("rev-parse", "HEAD");
  const baselines = (how: VerifiedWith = WITH) => openBaselines(repo, openVerifiedTrees(repo, how), commit);
  const verification = (ok: boolean) =>
    ({ tree: "", source: "run", ok, reason: "", red: ok ? [] : RED, flaky: [], commands: [] }) as const;
  return { repo, commit, baselines, verification, cache, git, remove: () => rmSync(cache, { recursive: true }) };
};

test("a tree that verified is remembered by its commands and by everything else that determines the result", async () => {
  const { commit, baselines, verification, cache, remove } = await open();
  const first = await baselines().memoryFor(commit, null);
  expect(await first.recall(TEST)).toBeNull();
  await first.keep(TEST, verification(true));
  const again = await baselines().memoryFor(commit, null);
  expect(await again.recall(TEST)).toMatchObject({
    isRecorded: false,
    verification: { source: "remembered", ok: true, red: [] },
  });
  expect(await again.recall(LINT)).toBeNull();
  const others: VerifiedWith[] = [
    { ...WITH, setup: { ...WITH.setup, commands: ["npm ci"] } },
    { ...WITH, dependencies: ["node_modules/left 1 1"] },
    { ...WITH, isolation: { sandbox: { name: "bubblewrap", allowsNetwork: false } } },
  ];
  for (const other of others) expect(await (await baselines(other).memoryFor(commit, null)).recall(TEST)).toBeNull();
  expect(readdirSync(join(cache, "llmch/verified"))).toHaveLength(1);
  remove();
});

test("failures are not remembered, whatever the cache contains", async () => {
  const { commit, baselines, verification, cache, remove } = await open();
  const memory = await baselines().memoryFor(commit, null);
  await memory.keep(TEST, verification(false));
  expect(await (await baselines().memoryFor(commit, null)).recall(TEST)).toBeNull();
  // An entry counts as green whatever text it contains.
  await memory.keep(TEST, verification(true));
  const [own = ""] = readdirSync(join(cache, "llmch/verified"));
  const folder = join(cache, "llmch/verified", own);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), JSON.stringify(verification(false)));
  expect(await (await baselines().memoryFor(commit, null)).recall(TEST)).toMatchObject({
    verification: { ok: true, red: [] },
  });
  remove();
});

test("results hold for another commit of the same tree, and for what an order left, even if red", async () => {
  const { commit, baselines, verification, git, remove } = await open();
  await (await baselines().memoryFor(commit, null)).keep(TEST, verification(true));
  git("commit", "--quiet", "--allow-empty", "--message", "same");
  const same = git("rev-parse", "HEAD");
  const schedule = baselines();
  expect(await (await schedule.memoryFor(same, null)).recall(TEST)).toMatchObject({ verification: { ok: true } });
  const verified = { commands: TEST, red: RED, tests: [] };
  await schedule.landed("landed", { tree: "tree-1", verified });
  const next = await schedule.memoryFor("landed", null);
  expect(next.tree).toBe("tree-1");
  expect(await next.recall(TEST)).toMatchObject({
    isRecorded: false,
    verification: { source: "order", ok: false, red: RED },
  });
  expect(await next.recall(LINT)).toBeNull();
  remove();
});

test("what commands change of the tests goes on to the next order, and such a tree is looked at again by the next run", async () => {
  const { commit, baselines, verification, remove } = await open();
  const changed_tests = ["test/made.js"];
  const schedule = baselines();
  await (await schedule.memoryFor(commit, null)).keep(TEST, { ...verification(true), changed_tests });
  const verified = { commands: TEST, red: [], tests: [], changedTests: changed_tests };
  await schedule.landed("landed", { tree: "tree-1", verified });
  expect(await (await schedule.memoryFor("landed", null)).recall(TEST)).toMatchObject({
    verification: { changed_tests },
  });
  const later = baselines();
  await later.landed("landed", { tree: "tree-1", verified: null });
  expect(await (await later.memoryFor(commit, null)).recall(TEST)).toBeNull();
  expect(await (await later.memoryFor("landed", null)).recall(TEST)).toBeNull();
  remove();
});
