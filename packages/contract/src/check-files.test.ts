import { describe, expect, test } from "vitest";
import { acceptanceOf } from "./acceptance.ts";
import { checkFilesFor } from "./check-files.ts";
import { noWider, unseenCommands } from "./no-wider.ts";
import { planAcceptanceOf, withCheckFiles } from "./plan-whole.ts";
import type { WorkOrder } from "./work-order.ts";

const workOrder = (members: Pick<WorkOrder, "acceptance_commands" | "checks">): WorkOrder => ({
  ...{ id: "WO-01", title: "", intent: "", preconditions: [], postconditions: [], allowed_files: [], forbidden: [] },
  ...{ context_files: [], verify_exempt: false, ...members },
});

const file = (name: string, content = "", hidden = false) => ({ name, content, hidden });
const A = file("a.py", "from shared import case");
const SHARED = file("shared.py", "import deep");
const CHECKS = [A, SHARED, file("deep.py"), file("h.py", "import shared", true), file("other.sh")];
const RUN_A = "python $LLMCH_CHECKS/a.py";

test.each<[string, boolean, readonly string[]]>([
  [RUN_A, false, ["a.py", "shared.py", "deep.py"]],
  ["python $LLMCH_CHECKS/h.py", true, ["shared.py", "deep.py", "h.py"]],
  ["pytest $LLMCH_CHECKS", false, ["a.py", "shared.py", "deep.py", "other.sh"]],
  ["pytest $LLMCH_CHECKS", true, ["a.py", "shared.py", "deep.py", "h.py", "other.sh"]],
  ["python a.py", true, []],
])("%s, hidden %s, finds what it names, and what that names", (command, hidden, names) => {
  expect(checkFilesFor({ command, hidden }, CHECKS).map(({ name }) => name)).toEqual(names);
});

describe("an order", () => {
  test("takes the files that its commands find from its plan, which counts before its own", () => {
    const order = { acceptance_commands: [RUN_A], checks: [file("a.py", "old"), file("own.py")] };
    expect(withCheckFiles(order, { checks: CHECKS })).toEqual({ ...order, checks: [A, SHARED, file("deep.py")] });
    expect(withCheckFiles(order, null)).toEqual({ ...order, checks: [file("a.py", "old")] });
  });

  test("stays as it is, the same object, where none of its commands uses any", () => {
    const order = { acceptance_commands: ["make check", { command: "make", hidden: true }] };
    expect(withCheckFiles(order, { checks: CHECKS })).toBe(order);
    const named = { acceptance_commands: [RUN_A] };
    for (const plan of [null, {}, { checks: [] }, { checks: [{ name: "a.py" }, 3] }])
      expect(withCheckFiles(named, plan)).toBe(named);
  });
});

test("each command is told its files", () => {
  const checks = [A, file("h.py", "", true)];
  const commands = [RUN_A, "make", { command: "python $LLMCH_CHECKS/h.py", hidden: true }];
  const told = [
    { command: RUN_A, hidden: false, checks: [A] },
    { command: "make", hidden: false },
    { command: "python $LLMCH_CHECKS/h.py", hidden: true, checks: [file("h.py", "", true)] },
  ];
  expect(acceptanceOf(workOrder({ acceptance_commands: commands, checks }))).toEqual(told);
  expect(planAcceptanceOf({ plan_acceptance: commands, checks })).toEqual(told);
});

test("a changed file counts as a changed command, whoever changed it", () => {
  const orderWith = (...checks: NonNullable<WorkOrder["checks"]>) =>
    workOrder({ acceptance_commands: [RUN_A, "make"], checks });
  const [before, same, changed] = [orderWith(A, SHARED), orderWith(A, SHARED), orderWith(A, file("shared.py", "pass"))];
  expect(noWider(same, before)).toEqual([]);
  expect(unseenCommands(same, before)).toEqual([]);
  expect(noWider(changed, before).map(({ what }) => what)).toEqual([`the acceptance command "${RUN_A}" is gone`]);
  expect(unseenCommands(changed, before)).toEqual([RUN_A]);
});
