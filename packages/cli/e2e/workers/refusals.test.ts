import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { theServer, withPostgres, workersScene } from "./workers-scene.ts";

withPostgres();

const OPTIONS = { tags: ["postgresql" as const] };
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 300_000, interval: 200 });
const CARRIED = ["passed", "failed", "stopped", "refused"];

test.concurrent(
  "tables are made once, also by two at once, and those of another version are left alone",
  OPTIONS,
  async (context) => {
    const { worker, llmch, database } = workersScene(context);
    const early = await llmch("runs");
    expect([early.code, early.stderr]).toEqual([
      3,
      expect.stringContaining("`llmch worker --migrate` makes its tables"),
    ]);
    const both = [worker("one", ["--migrate"]), worker("two", ["--migrate"])];
    for (const each of both) await eventually(() => expect(each.said()).toContain("takes jobs of"));
    for (const each of both) expect(await each.end()).toBe(0);
    theServer().run("update llmch.protocol set version = 9", database);
    const late = await llmch("runs");
    expect([late.code, late.stderr]).toEqual([3, expect.stringContaining("is of protocol 9, and this llmch speaks 1")]);
  },
);

test.concurrent(
  "a job without a push, of a path, or of another key is carried out by nobody",
  OPTIONS,
  async (context) => {
    const { worker, llmch, folder, scene, submit, until, key } = workersScene(context);
    const one = worker("one", ["--migrate"]);
    await eventually(() => expect(one.said()).toContain("takes jobs of"));
    const unpushed = await llmch("submit", "run-all", folder, "--repo", scene.repo);
    expect([unpushed.code, unpushed.stderr]).toEqual([1, expect.stringContaining("--push each, or --push end")]);
    expect(await one.end()).toBe(0);
    const strict = worker("two", [], {}, []);
    const asked = ["run-all", folder, "--repo", scene.repo, "--push", "end"];
    const path = await submit(...asked);
    expect(await until(path, ...CARRIED), strict.said()).toBe("refused");
    expect((await llmch("show", path)).stderr).toContain("--allow-local");
    expect(await strict.end()).toBe(0);
    const other = join(scene.root, "other-key");
    writeFileSync(other, "o".repeat(64), { mode: 0o600 });
    const stranger = worker("three", [], { LLMCH_KEY_FILE: other });
    const foreign = await submit(...asked);
    expect(await until(foreign, ...CARRIED), stranger.said()).toBe("refused");
    expect(await stranger.end()).toBe(0);
    chmodSync(key, 0o644);
    const open = worker("four");
    await eventually(() => expect(open.said()).toContain("LLMCH_KEY_FILE"));
    expect(await open.ended).toBe(1);
  },
);

test.concurrent(
  "a remote that anybody can read gets no run's folder, unless that is said",
  OPTIONS,
  async (context) => {
    const { worker, remote, folder, scene, submit, until, remoteGit } = workersScene(context);
    const port = String(20_000 + (process.pid % 20_000));
    const served = [
      "--export-all",
      "--enable=receive-pack",
      `--base-path=${scene.root}`,
      "--listen=127.0.0.1",
      `--port=${port}`,
    ];
    // Git itself would leave it behind.
    const program = join(scene.git("--exec-path"), "git-daemon");
    const daemon = spawn(program, served, { stdio: "ignore" });
    context.onTestFinished(() => void daemon.kill("SIGKILL"));
    const repo = `git://127.0.0.1:${port}/${remote.slice(scene.root.length + 1)}`;
    const asked = ["run-all", folder, "--repo", repo, "--push", "end"];
    const one = worker("one", ["--migrate"], {}, []);
    await eventually(() => expect(one.said()).toContain("takes jobs of"));
    const id = await submit(...asked);
    expect(await until(id, ...CARRIED), one.said()).toBe("refused");
    expect(one.said()).toContain("anybody can read that remote");
    expect(remoteGit("for-each-ref", "refs/llmch")).toBe("");
    expect(await one.end()).toBe(0);
    const two = worker("two", ["--public-records"], {}, []);
    const again = await submit(...asked, "--branch", "shown");
    expect(await until(again, ...CARRIED), two.said()).toBe("passed");
  },
);

test.concurrent("a key makes one job while that is open", OPTIONS, async (context) => {
  const { worker, folder, scene, submit, until } = workersScene(context);
  const one = worker("one", ["--migrate"]);
  await eventually(() => expect(one.said()).toContain("takes jobs of"));
  expect(await one.end()).toBe(0);
  const asked = ["run-all", folder, "--repo", scene.repo, "--push", "end", "--dedup-key", "nightly"];
  const first = await submit(...asked);
  expect(await submit(...asked)).toBe(first);
  const two = worker("two");
  expect(await until(first, ...CARRIED), two.said()).toBe("passed");
  expect(await submit(...asked, "--branch", "next")).not.toBe(first);
});

test.concurrent("what waits is shown and decided on another machine, and goes on", OPTIONS, async (context) => {
  const { worker, folder, scene, submit, until, llmch } = workersScene(context, { own: { approve: ["orders"] } });
  const one = worker("one", ["--migrate"]);
  await eventually(() => expect(one.said()).toContain("takes jobs of"));
  const id = await submit("run-all", folder, "--repo", scene.repo, "--push", "end", "--branch", "work");
  expect(await until(id, "waiting", ...CARRIED), one.said()).toBe("waiting");
  expect((await llmch("diff", id)).stdout).toContain("part-1.js");
  const waits = await llmch("runs", "--waiting");
  expect(waits.stdout).toContain(id.slice(0, 8));
  const decided = await llmch("decide", id, "WO-01", "approve");
  expect([decided.code, decided.stdout], decided.stderr).toEqual([0, expect.not.stringContaining("--artifacts-dir")]);
  expect(await until(id, "waiting", ...CARRIED)).toBe("waiting");
  expect((await llmch("cost", "--json")).code).toBe(0);
  const byHand = await llmch("resume", id);
  expect([byHand.code, byHand.stderr]).toEqual([1, expect.stringContaining("is waiting")]);
});
