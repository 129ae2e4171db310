import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect } from "../mcp/connect.ts";
import { createScene, removeScenes, type Scene } from "../scene.ts";

afterAll(removeScenes);

interface Told {
  readonly run_id: string;
  readonly state: string;
  readonly discarded?: boolean;
  readonly next: readonly { readonly command: string }[];
}

/** What every face says of a run. */
const toldOf = async (scene: Scene, id: string, { call, does }: Awaited<ReturnType<typeof connect>>): Promise<Told> => {
  const at = ["--artifacts-dir", scene.artifacts, "--json"];
  const json = async (...words: readonly string[]) => JSON.parse((await scene.llmch([...words, ...at])).stdout);
  const listed: Told = (await json("runs", "--all")).runs.find(({ run_id }: Told) => run_id === id);
  const { state, discarded, next } = listed;
  const shown = await json("show", id);
  expect(shown.story).toMatchObject({ state });
  for (const document of [shown, await does("run_status", { run: id })])
    expect([document.state, document.discarded, document.next]).toEqual([state, discarded, next]);
  const read = (await call("show", { run: id })).text;
  for (const { command } of next) expect(read).toContain(command);
  return listed;
};

test("a run is said to stand alike, and to go on alike, on every face, and what is said can be typed", async () => {
  const scene = createScene();
  scene.order();
  const client = await connect(scene);
  const [passes, fails] = [{ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) }, { "WO-01/attempt-1": "none" }];
  const began = async (answers: Readonly<Record<string, string>>, ...flags: readonly string[]) => {
    writeFileSync(scene.record, "");
    scene.answers(answers);
    const before = scene.runs("run-all");
    await scene.runAll(["--max-attempts", "1", ...flags]);
    const id = basename(scene.runs("run-all").find((run) => !before.includes(run)) ?? "");
    return { id, now: () => toldOf(scene, id, client) };
  };
  const commands = ({ next }: Told) => next.map(({ command }) => command.split(" ").slice(0, 2).join(" "));
  const typed = ({ next }: Told, answers: Readonly<Record<string, string>> = {}) => {
    scene.answers(answers);
    return scene.llmch((next[0]?.command ?? "").split(" ").slice(1));
  };

  const passed = await began(passes, "--branch", "passed");
  expect(await passed.now()).toMatchObject({ state: "passed" });
  expect(commands(await passed.now())).toEqual(["llmch diff", "llmch pr", "git -C"]);
  expect((await typed(await passed.now())).stdout).toContain("+1");
  expect((await scene.llmch(["discard", passed.id, "--yes", "--artifacts-dir", scene.artifacts])).code).toBe(0);
  expect(await passed.now()).toMatchObject({ state: "passed", discarded: true, next: [] });

  const failed = await began(fails, "--branch", "failed");
  expect(await failed.now()).toMatchObject({ state: "failed" });
  expect((await typed(await failed.now(), { "WO-01/attempt-2": scene.answer({ "greet.js": "2\n" }) })).code).toBe(0);
  expect(await failed.now()).toMatchObject({ state: "passed" });

  const lacking = await began({}, "--branch", "lacking");
  expect(await lacking.now()).toMatchObject({ state: "failed" });
  expect((await typed(await lacking.now(), passes)).code).toBe(0);

  const waiting = await began(passes, "--branch", "waiting", "--approve", "orders");
  expect(await waiting.now()).toMatchObject({ state: "waiting" });
  expect((await typed(await waiting.now())).code).toBe(0);
  expect(await waiting.now()).toMatchObject({ state: "passed" });

  const dead = await began(passes, "--branch", "dead");
  const journal = join(scene.artifacts, "run-all", dead.id, "events.jsonl");
  const whole = readFileSync(journal, "utf8");
  writeFileSync(journal, whole.slice(0, whole.indexOf("\n", whole.indexOf('"order_run_started"')) + 1));
  expect(await dead.now()).toMatchObject({ state: "interrupted" });
  expect(commands(await dead.now())).toEqual(["llmch resume"]);
  writeFileSync(journal, "nothing\n");
  expect(await dead.now()).toMatchObject({ state: "damaged" });
  const told = await scene.llmch(["show", dead.id, "--artifacts-dir", scene.artifacts]);
  expect(told.stdout).toContain(`DAMAGED  its record cannot be read: \`llmch audit ${dead.id}\` says why\n`);
  expect((await typed(await dead.now())).code).toBe(2);
});
