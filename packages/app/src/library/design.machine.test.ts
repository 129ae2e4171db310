import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "@llmch/contract";
import { entriesOf } from "@llmch/testkit";
import { expect, test } from "vitest";
import type { Run } from "./index.ts";
import { type InstanceScene, instanceScene, orderFor, writing } from "./instance.fixture.ts";

const DESIGN = {
  modules: [{ name: "one", paths: ["a.txt"], purpose: "The first file." }],
  interfaces: [{ name: "line", path: "b.txt", signature: "text", about: "Ends in a line break." }],
  names: [{ name: "text", meaning: "The word that files hold." }],
  decisions: [{ decision: "Files are short.", why: "", paths: [] }],
};
const ORDERS = [orderFor(1, "a.txt"), orderFor(2, "b.txt")];
const ANSWERS = {
  "design/attempt-1": JSON.stringify(DESIGN),
  "plan/attempt-1": JSON.stringify({ system_overview: ["Two files."], verify_contract: null, work_orders: ORDERS }),
  "WO-01/attempt-1": writing("a.txt"),
  "WO-02/attempt-1": writing("b.txt"),
};

const DESIGNED = { design: { make: true } };

test("a plan is designed first, and its folder holds the design until a plan without one takes its place", async () => {
  const scene = instanceScene(ANSWERS);
  const designing = scene.llmch({ settings: { ...scene.settings, ...DESIGNED } });
  const planned = await designing.plan("Write two files.\n", { outdir: "wo" });
  expect(planned).toMatchObject({ ok: true, value: { attempts: 1 } });
  const files = ["DESIGN.md", "WO-01.json", "WO-02.json", "WORK_ORDERS_MANIFEST.json", "design.json"];
  expect(entriesOf(join(scene.folder, "wo"))).toEqual(files);
  const run = planned.value?.directory ?? "";
  expect(entriesOf(join(run, "output"))).toEqual(files);
  expect(JSON.parse(readFileSync(join(run, "design/design.json"), "utf8"))).toMatchObject(DESIGN);
  expect(readFileSync(join(run, "compile/prompt_attempt_1.txt"), "utf8")).toContain("# The design of the work");
  expect(scene.events.map(({ type }) => type)).toContain("designed");

  const again = await scene.llmch().plan("Write two files.\n", { outdir: "wo", overwrite: true });
  expect(again).toMatchObject({ ok: true });
  expect(entriesOf(join(scene.folder, "wo"))).toEqual(files.slice(1, 4));
});

test("a file that is not llmch's is neither replaced by a design nor removed", async () => {
  const scene = instanceScene(ANSWERS);
  writeFileSync(join(scene.folder, "DESIGN.md"), "# Ours\n");
  const designing = scene.llmch({ settings: { ...scene.settings, ...DESIGNED } });
  expect(await designing.plan("Write two files.\n", { outdir: "." })).toMatchObject({
    ok: false,
    issues: [{ code: "output-exists", message: expect.stringContaining("DESIGN.md is not llmch's") }],
  });
  expect(await scene.llmch().plan("Write two files.\n", { outdir: "." })).toMatchObject({ ok: true });
  expect(readFileSync(join(scene.folder, "DESIGN.md"), "utf8")).toBe("# Ours\n");
});

const promptsOf = (run: Run | null): readonly string[] =>
  (run?.orders ?? []).map(({ directory }) => readFileSync(join(directory, "attempt_1/se_prompt.txt"), "utf8"));
const toldIn = (prompt: string | undefined): readonly string[] =>
  [...(prompt ?? "").matchAll(/^(?:interface|decision|name|module) \{"(?:name|decision)":"([^"]*)"/gm)].map(
    ([, name = ""]) => name,
  );
const keysIn = (directory: string): readonly string[] => {
  const text = existsSync(join(directory, "exchanges.jsonl"))
    ? readFileSync(join(directory, "exchanges.jsonl"), "utf8").trim()
    : "";
  return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line).key);
};
/** An instance answered by the record of a run. */
const answeredBy = (scene: InstanceScene, run: Run | null, settings: object = {}) => {
  const model = `replay:${run?.directory ?? ""}`;
  return scene.llmch({ settings: { ...settings, factory: { model }, planner: { model } } });
};
const PARTS = [
  ["Files are short.", "text", "one"],
  ["line", "Files are short.", "text"],
];

test("each order is shown the part that concerns it, with any number of jobs, and the record replays to the same trees", async () => {
  const scene = instanceScene(ANSWERS);
  const designing = scene.llmch({ settings: { ...scene.settings, ...DESIGNED } });
  const planned = await designing.plan("Write two files.\n", { outdir: "wo" });
  const done = await scene.llmch().runAll("wo", { branch: "one" });
  expect(done).toMatchObject({ ok: true, value: { verdict: "PASS" } });
  const prompts = promptsOf(done.value);
  expect(prompts.map(toldIn)).toEqual(PARTS);
  const sideBySide = await scene.llmch().runAll(planned.value ?? [], { branch: "three", jobs: 3 });
  expect(promptsOf(sideBySide.value)).toEqual(prompts);
  const tree = (branch: string) => scene.repo.git("rev-parse", `${branch}^{tree}`);
  expect(tree("three")).toBe(tree("one"));
  const again = await answeredBy(scene, done.value).runAll("wo", { branch: "again", replayStrict: true });
  expect([again.issues, tree("again")]).toEqual([[], tree("one")]);
  expect(await scene.llmch().audit(done.value ?? "")).toMatchObject({ ok: true, warnings: [] });

  // Without the design the questions differ, and the run's record does not answer them.
  rmSync(join(scene.folder, "wo/design.json"));
  const other = await answeredBy(scene, done.value).runAll("wo", { branch: "other", replayStrict: true });
  expect(other.ok).toBe(false);
});

test("a plan without a design gets one first, once, and a resumed run takes it from the record", async () => {
  const scene = instanceScene(ANSWERS);
  const ending = new AbortController();
  const settings = { ...scene.settings, ...DESIGNED };
  const onEvent = ({ type }: RunEvent) => type === "designed" && ending.abort();
  const stopped = await scene.llmch({ settings, signal: ending.signal, onEvent }).runAll(ORDERS, { branch: "work" });
  expect(stopped.issues).toMatchObject([{ code: "interrupted" }]);
  const run = stopped.value?.directory ?? "";
  expect(keysIn(run)).toEqual(["design/attempt-1"]);
  expect(readFileSync(join(run, "design/prompt_attempt_1.txt"), "utf8")).toContain('"title":"Write a.txt"');

  // If the design were asked for again, this other answer would be used.
  const other = { ...DESIGN, names: [{ name: "other", meaning: "m" }] };
  const answers = { ...ANSWERS, "design/attempt-1": JSON.stringify(other) };
  writeFileSync(
    join(scene.folder, "answers.jsonl"),
    Object.entries(answers)
      .map(([key, text]) => `${JSON.stringify({ key, response: { text } })}\n`)
      .join(""),
  );
  const resumed = await scene.llmch({ settings }).resume(stopped.value ?? "");
  expect(resumed).toMatchObject({ ok: true, value: { kind: "run-all", verdict: "PASS" } });
  const done = resumed.value?.kind === "run-all" ? resumed.value : null;
  expect(promptsOf(done).map(toldIn)).toEqual(PARTS);
  expect(keysIn(run)).toEqual(["design/attempt-1"]);

  const replayed = await answeredBy(scene, done, DESIGNED).runAll(ORDERS, { branch: "again", replayStrict: true });
  expect(replayed.issues).toEqual([]);
  expect(promptsOf(replayed.value)).toEqual(promptsOf(done));
  expect(await scene.llmch().audit(done ?? "")).toMatchObject({ ok: true, warnings: [] });

  writeFileSync(join(run, "design/design.json"), JSON.stringify(other));
  const audited = await scene.llmch().audit(done ?? "");
  expect(audited.issues.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("design.json: changed since the run ended"),
  );
});

test("a single order is designed in its own run, and a failed design causes a warning", async () => {
  const scene = instanceScene({ ...ANSWERS, "design/attempt-1": "no design" });
  const settings = { ...scene.settings, ...DESIGNED };
  const max = { planner: { ...settings.planner, max_attempts: 1 } };
  const without = await scene.llmch({ settings: { ...settings, ...max } }).runAll(ORDERS, { branch: "none" });
  expect(without).toMatchObject({
    ok: true,
    warnings: [
      { message: expect.stringMatching(/^NO TEST RAN: WO-01/) },
      { message: expect.stringMatching(/^NO TEST RAN: WO-02/) },
      { message: expect.stringContaining("the work is not designed") },
    ],
  });
  expect(promptsOf(without.value).map(toldIn)).toEqual([[], []]);
  const plain = await scene.llmch().runAll(ORDERS, { branch: "plain" });
  expect(promptsOf(plain.value)).toEqual(promptsOf(without.value));

  const other = instanceScene(ANSWERS);
  const done = await other
    .llmch({ settings: { ...other.settings, ...DESIGNED } })
    .run(ORDERS[0] ?? "", { branch: "work" });
  expect(done).toMatchObject({ ok: true });
  expect(keysIn(done.value?.directory ?? "")).toEqual(["design/attempt-1", "WO-01/attempt-1"]);
  expect(promptsOf(done.value).map(toldIn)).toEqual(PARTS.slice(0, 1));
});

test("a faulty design beside the orders is refused, and a file that is not llmch's is left alone", async () => {
  const scene = instanceScene(ANSWERS);
  mkdirSync(join(scene.folder, "wo"));
  for (const order of ORDERS) writeFileSync(join(scene.folder, "wo", `${order.id}.json`), JSON.stringify(order));
  const put = (design: object) => writeFileSync(join(scene.folder, "wo/design.json"), JSON.stringify(design));
  put({ ...DESIGN, modules: [{ name: "out", paths: ["../x"], purpose: "p" }] });
  expect(await scene.llmch().runAll("wo", { branch: "work" })).toMatchObject({
    ok: false,
    issues: [{ code: "unreadable-input", message: expect.stringContaining("leads out of the repo") }],
  });
  put({ colors: ["red"] });
  expect(await scene.llmch().runAll("wo", { branch: "work" })).toMatchObject({ ok: true });
});
