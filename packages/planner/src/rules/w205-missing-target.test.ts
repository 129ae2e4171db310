import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, first, report } from "./rules.fixture.ts";

const CASES: Readonly<Record<string, Case>> = {
  "W205 what nobody gives by then, and who gives it later": {
    manifest: plan([
      order(1, { acceptance_commands: ["node src/m2.js", "bash run.sh", "node src/m1.js", "./tool"] }),
      order(2, { acceptance_commands: ["node src/m1.js", "node --test src", "node src/m2", "bash tools/old.sh"] }),
    ]),
    repo: ["tools/old.sh"],
    expected: [
      'W205 WO-01 acceptance_commands: command "node src/m2.js" runs "src/m2.js", which neither the repo nor an order so far gives; WO-02 gives it, later',
      'W205 WO-01 acceptance_commands: command "bash run.sh" runs "run.sh", which neither the repo nor an order so far gives',
      'W205 WO-01 acceptance_commands: command "./tool" runs "tool", which neither the repo nor an order so far gives',
    ],
  },
  "W205 not for an allowed file without a postcondition, nor for a script that a compiler leaves beside its source": {
    manifest: first({
      allowed_files: ["src/m1.ts", "checks/all/a.py"],
      postconditions: [],
      acceptance_commands: ["node src/m1.js", "pytest checks/all"],
    }),
    expected: [],
  },
};

test.each(Object.entries(CASES))("%s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});
