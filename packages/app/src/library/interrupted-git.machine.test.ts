import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { RunEvent } from "@llmch/contract";
import { entriesOf, objectionOf, writeFiles } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createLlmch, type Llmch } from "./index.ts";
import { type InstanceScene, instanceScene, orderFor, writing } from "./instance.fixture.ts";

/**
 * An instance whose signal fires while a git runs, which dies of it: Ctrl-C reaches every process of a terminal.
 * @param words of the git's command line, in order
 * @param after the event that comes before
 */
const dyingIn = (scene: InstanceScene, words: string, after: RunEvent["type"]): Llmch => {
  const { folder, repo, settings } = scene;
  const bin = join(folder, "bin");
  const [ready, dying, over] = [join(folder, "ready"), join(folder, "dying"), join(folder, "over")];
  const path = process.env.PATH ?? "";
  const dies = `test -e '${ready}' && mkdir '${dying}' && { until test -e '${over}'; do sleep 0.01; done; exit 130; }`;
  writeFiles(bin, { git: `#!/bin/sh\ncase "$*" in *${words}*) ${dies};; esac\nPATH='${path}' exec git "$@"\n` });
  chmodSync(join(bin, "git"), 0o755);
  const ending = new AbortController();
  const looking = setInterval(() => {
    if (!existsSync(dying)) return;
    clearInterval(looking);
    ending.abort();
    writeFileSync(over, "");
  }, 10);
  const onEvent = ({ type }: RunEvent) => {
    if (type === after) writeFileSync(ready, "");
  };
  const env = { ...repo.env, PATH: `${bin}${delimiter}${path}` };
  const installation = { version: "1.2.3", templates: TEMPLATES, cwd: folder, env };
  return createLlmch(installation, { repo: "repo", settings, onEvent, signal: ending.signal });
};

const TEMPLATES = resolve(import.meta.dirname, "../../../../templates");

const ORDERS = [orderFor(1, "a.txt"), orderFor(2, "b.txt")];
const ANSWERS = {
  "WO-01/attempt-1": writing("a.txt"),
  "WO-02/attempt-1": writing("b.txt"),
  "ask/attempt-1": JSON.stringify({ answer: "README.md:1 says so." }),
};

/** The exit codes with which the runs of a kind ended, each with a seal. */
const ended = ({ folder }: InstanceScene, kind: string): readonly number[] =>
  entriesOf(join(folder, "artifacts", kind))
    .map((id) => join(folder, "artifacts", kind, id))
    .filter((run) => existsSync(join(run, "events.jsonl")))
    .map((run) => {
      const last = JSON.parse(readFileSync(join(run, "events.jsonl"), "utf8").trimEnd().split("\n").at(-1) ?? "");
      expect(last).toMatchObject({ type: "run_finished" });
      expect(existsSync(join(run, "seal.json"))).toBe(true);
      return last.exit_code;
    });

const sceneOf = (answers: Readonly<Record<string, string>> = ANSWERS): InstanceScene => instanceScene(answers);

test("a run-all ends as interrupted if the git dies that prepares a worktree", async () => {
  const scene = sceneOf();
  const stopped = await dyingIn(scene, "worktree*add", "order_started").runAll(ORDERS, { branch: "work", jobs: 2 });
  expect(stopped).toMatchObject({ value: { verdict: "ERROR" }, issues: [{ code: "interrupted" }] });
  expect(ended(scene, "run-all")).toEqual([130]);
  expect(ended(scene, "factory")).not.toEqual([]);
  expect(scene.repo.git("worktree", "list").split("\n")).toHaveLength(1);
  expect(await scene.llmch().resume(stopped.value ?? "")).toMatchObject({ ok: true });
  expect(await scene.llmch().audit(stopped.value ?? "")).toMatchObject({ ok: true });
});

test("an answer is not given if the git dies that checks its citations", async () => {
  const scene = sceneOf();
  const stopped = await dyingIn(scene, "cat-file", "ask_started").ask("What is it?");
  expect(stopped).toMatchObject({ ok: false, issues: [{ code: "interrupted" }] });
  expect(ended(scene, "ask")).toEqual([130]);
});

test("a run ends as before if the git dies that reads for its revision, and can still be revised", async () => {
  const wrong = "test -s b.txt";
  const order = orderFor(1, "a.txt", { acceptance_commands: [wrong] });
  const scene = sceneOf({
    "WO-01/attempt-1": objectionOf({ contradiction: { command: wrong, sentence: "Only a.txt is written." } }),
    "WO-01/revision-1/attempt-1": JSON.stringify({ ...order, acceptance_commands: ["test -s a.txt"] }),
  });
  const { value } = await scene.llmch().runAll([order, orderFor(2, "c.txt")], { branch: "work" });
  const stopped = await dyingIn(scene, "", "resumed").revise(value ?? "");
  expect(stopped).toMatchObject({ ok: false, issues: [{ code: "interrupted" }] });
  expect([ended(scene, "run-all"), ended(scene, "factory")]).toEqual([[1], [1]]);
  expect(await scene.llmch().audit(value ?? "")).toMatchObject({ ok: true });
  expect(await scene.llmch().revise(value ?? "")).toMatchObject({ ok: true, value: { revision: 1 } });
});
