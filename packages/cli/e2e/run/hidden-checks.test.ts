import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile } from "../scene.ts";

const SECRET = "Zephyrine of the hidden case";
const HIDDEN = `node -e "if (require('./greet.js')('${SECRET}') !== 'Hi ${SECRET}') throw new Error('wrong')"`;

test("no request of a run holds a hidden command, even after it failed or from a plan inside the repo; every view for the user does", async () => {
  const scene = createScene({ names: { orders: "repo/wo" }, files: { "README.md": "# Target\n" } });
  const commands = ["node --check greet.js", { command: HIDDEN, hidden: true }];
  scene.order({ intent: "Export greet(name).", acceptance_commands: commands, context_files: ["wo/WO-01.json"] });
  scene.commit({});
  const wrong = "module.exports = (name) => name;\n";
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": wrong }),
    "WO-01/attempt-2": JSON.stringify({
      summary: "Which case is it?",
      objection: { reason: "I want to see the case.", needs: ["wo/WO-01.json"], contradiction: null, blocked_by: [] },
    }),
    "WO-01/attempt-2/turn-2": scene.answer({ "greet.js": `${wrong}// Again.\n` }),
    "WO-01/attempt-3": scene.answer({ "greet.js": "module.exports = (name) => 'Hi ' + name;\n" }),
  });
  expect(await scene.run(["--branch", "work"])).toMatchObject({ code: 0 });
  const [run = ""] = scene.runs();
  const exchanges = readFileSync(join(run, "exchanges.jsonl"), "utf8");
  expect(exchanges).toContain("hidden 1 failed.");
  for (const part of [SECRET, "Zephyrine", "require('./greet.js')("]) expect(exchanges).not.toContain(part);
  expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({ command: HIDDEN });
  const shown = await scene.llmch(["show", "--verbose", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toContain(SECRET);
  expect((await scene.llmch(["audit", "--artifacts-dir", scene.artifacts, "--repo", scene.repo])).code).toBe(0);
});
