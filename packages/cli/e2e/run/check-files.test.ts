import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

const SECRET = "Zephyrine of the hidden case";
const REQUIRE = 'import { createRequire } from "node:module";\nconst require = createRequire(process.cwd() + "/");\n';
const CHECKS = [
  { name: "case.mjs", content: `${REQUIRE}export const greet = require("./greet.js");\n`, hidden: false },
  {
    name: "greet.mjs",
    content:
      'import { greet } from "./case.mjs";\n\nif (greet("Ann") !== "Hi Ann") throw new Error("of the visible case");\n',
    hidden: false,
  },
  {
    name: "hidden.mjs",
    content: `import { greet } from "./case.mjs";\nif (greet("${SECRET}") !== "Hi ${SECRET}") process.exit(1); // Only people see it.\n`,
    hidden: true,
  },
  {
    name: "names.sh",
    content: 'ls "$LLMCH_CHECKS" | tr "\\n" " "; test ! -w "$LLMCH_CHECKS/names.sh" || test "$(id -u)" = 0\n',
    hidden: false,
  },
];
const VISIBLE = "node $LLMCH_CHECKS/greet.mjs";
const HIDDEN = { command: "node $LLMCH_CHECKS/hidden.mjs", hidden: true };
const NAMES = "sh $LLMCH_CHECKS/names.sh $LLMCH_CHECKS/greet.mjs";

/** A plan of one order whose commands use check files, and its answers. */
const planned = (answers: readonly string[], { checks = CHECKS, whole = true } = {}): Scene => {
  const scene = createScene();
  const order = scene.order({ intent: "Export greet(name).", acceptance_commands: [VISIBLE, NAMES, HIDDEN] });
  const plan_acceptance = whole ? [{ command: `${HIDDEN.command} --whole`, hidden: true }] : [];
  write(scene, { checks, plan_acceptance, work_orders: [readJsonFile(order, "")] });
  scene.answers(
    Object.fromEntries(
      answers.map((text, index) => [`WO-01/attempt-${index + 1}`, scene.answer({ "greet.js": text })]),
    ),
  );
  return scene;
};
const write = ({ orders }: Scene, manifest: object) =>
  writeFileSync(join(orders, "WORK_ORDERS_MANIFEST.json"), JSON.stringify(manifest));

const RIGHT = "module.exports = (name) => 'Hi ' + name;\n";
const EARLY = "process.exit(0);\n";
const WRONG = "module.exports = (name) => 'Hi Ann';\n";

test.concurrent("check files judge an order and the whole; visible ones are shown, hidden ones never, and audit has them from the record", async () => {
  const scene = planned([EARLY, WRONG, RIGHT]);
  const { code, stdout } = await scene.runAll(["--branch", "work"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\nPASS {2}1 of 1 order.*2 checks, 2 hidden\n/)]);
  const [run = ""] = scene.runs();
  const early = readJsonFile(run, "attempt_1/failure_brief.json");
  expect(early).toMatchObject({ command: VISIBLE, exit_code: 1 });
  expect(JSON.stringify(early)).toContain("before the command's own program had ended");
  expect(readJsonFile(run, "attempt_2/failure_brief.json")).toMatchObject({ command: HIDDEN.command });
  const prompt = readFileSync(join(run, "attempt_1/se_prompt.txt"), "utf8");
  for (const { content, hidden } of CHECKS) expect(prompt.includes(content.trim())).toBe(!hidden);
  expect(readFileSync(join(run, "exchanges.jsonl"), "utf8")).not.toContain("Zephyrine");
  const names = readdirSync(join(run, "attempt_3")).flatMap((name) =>
    /^acceptance_1_stdout/.test(name) ? [readFileSync(join(run, "attempt_3", name), "utf8")] : [],
  );
  expect(names).toEqual(["case.mjs greet.mjs names.sh "]);
  expect(scene.leftovers()).toEqual([]);

  write(scene, {});
  const strong = await scene.llmch(["strength", "--artifacts-dir", scene.artifacts, "--json"]);
  expect(JSON.parse(strong.stdout)).toMatchObject({ ok: true, mutants: 3, killed: 3 });
  expect(await scene.llmch(["audit", "--artifacts-dir", scene.artifacts, "--repo", scene.repo])).toMatchObject({
    code: 0,
  });
});

test.concurrent("one order finds them in the manifest beside it, and is refused without", async () => {
  const scene = planned([RIGHT]);
  expect(await scene.run(["--branch", "work"])).toMatchObject({ code: 0 });
  write(scene, { checks: CHECKS.slice(1) });
  const refused = await scene.run(["--branch", "again"]);
  expect(refused.code).toBe(1);
  write(scene, {});
  const without = await scene.run(["--branch", "again"]);
  expect(without).toMatchObject({ code: 1 });
  expect(without.stderr).toMatch(/\[E205\].*names the check "greet\.mjs", which `checks` of the plan does not give it/);
  expect(scene.runs()).toHaveLength(2);
});

test.concurrent("a run that waits judges by the files that it began with", async () => {
  const scene = planned([RIGHT]);
  const waiting = await scene.runAll(["--branch", "work", "--approve", "plan"]);
  expect(waiting.code).toBe(6);
  const place = ["--artifacts-dir", scene.artifacts];
  expect((await scene.llmch(["show", ...place])).stdout).toContain("// Only people see it.");
  write(scene, { checks: CHECKS.map((each) => ({ ...each, content: "throw new Error('changed');" })) });
  expect(await scene.llmch(["decide", "approve", "--all", ...place])).toMatchObject({ code: 0 });
  const events = readJsonLines(scene.runs("run-all").at(-1) ?? "", "events.jsonl");
  expect(events).toContainEqual(expect.objectContaining({ type: "plan_judged", brief: null }));
});
