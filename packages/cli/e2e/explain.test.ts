import { expect, it } from "vitest";
import { llmch } from "./command-line.ts";

const explain = (...argv: string[]) => llmch(["explain", ...argv], { cwd: import.meta.dirname, env: {} });

it("llmch explain explains a code in any case and a stage, and nothing else", async () => {
  const [code, stage, list, missed, json] = await Promise.all([
    explain("e104"),
    explain("verify-failed"),
    explain(),
    explain("E14"),
    explain("W204", "--json"),
  ]);
  expect(code).toMatchObject({ code: 0, stderr: "" });
  expect(code.stdout).toMatch(
    /^E104 {2}allowed file without a postcondition\n\n {2}The order has .*\nBroken\n.*\nFixed\n/s,
  );
  expect(stage.stdout).toMatch(/^verify_failed {2}/);
  expect(list.stdout).toContain("  W204  command that cannot fail\n");
  expect(missed).toMatchObject({
    code: 1,
    stdout: "",
    stderr: 'error: nothing is called "E14": run `llmch explain E104`, the nearest, or `llmch explain` for a list\n',
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    command: "explain",
    ok: true,
    explanation: { name: "W204", kind: "diagnostic", broken: { manifest: { work_orders: [{ id: "WO-01" }] } } },
  });
});
