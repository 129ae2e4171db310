import { type OrderScene, orderScene } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { courseAfter } from "../course/escalation.ts";
import { askedFiles } from "../objection/asked-files.ts";
import { NOTHING_KNOWN } from "../verification/tests-ran.ts";
import { openAttempt } from "./opening.ts";
import { propose } from "./propose.ts";

const FIT = { fit: async () => ({ kind: "open", value: NOTHING_KNOWN, detail: null }) as const };
const FIRST = { previous: [], asked: askedFiles([]), start: FIT, course: courseAfter([], []), said: [] };

const ask = async ({ job, ports }: OrderScene, attempt: number) => {
  const opening = await openAttempt(job, FIRST, ports);
  if (opening.kind !== "open") throw new Error("it did not open");
  await propose(job, attempt, opening.value, FIRST, ports);
};

/** The part of a prompt between one heading of the scene's template and the next. */
const section = (prompt: string, heading: string): string =>
  prompt.split(`# ${heading}\n`)[1]?.split(/\n\n# (?:Others|Read|Files|Table|Order|Acceptance|Before)\n/)[0] ?? "";

describe("the model is asked", () => {
  test.each<[string, Parameters<typeof orderScene>[0], string]>([
    ["how the repo verifies", { files: { "go.mod": "" } }, "- `go test ./...`\n(a Go module)"],
    ["that nothing does", {}, "Nothing beyond the acceptance commands (the tree does not say how it is verified)."],
    [
      "what an exempt order gets",
      { files: { "a.py": "" }, order: { verify_exempt: true } },
      "- `python -m compileall -q .`\n(verify-exempt: a syntax check alone)",
    ],
  ])("and sees %s", async (_, options, told) => {
    const scene = orderScene(options);
    await ask(scene, 1);
    expect(section(scene.ports.model.requests[0]?.prompt ?? "", "Verify")).toBe(told);
  });

  test("for paths and hashes that the order knows, with the recorded prompt", async () => {
    const scene = orderScene({
      files: { "old.js": "old\n", "shown.js": "" },
      order: { allowed_files: ["./old.js", "new.js"], context_files: ["shown.js"] },
    });
    await ask(scene, 3);
    const [request] = scene.ports.model.requests;
    expect(request).toMatchObject({
      key: "WO-01/attempt-3",
      call: { kind: "order" },
      answerSchema: { name: "write_proposal" },
    });
    expect(request?.prompt).toBe(scene.ports.ledger.artifacts.get("attempt_3/se_prompt.txt"));
    expect(JSON.stringify(request?.answerSchema)).toContain('"enum":["old.js","new.js"]');
    expect(JSON.stringify(request?.answerSchema)).toContain(
      `{"anyOf":[{"type":"string","enum":["${sha256Hex("old\n")}"]},{"type":"null"}]}`,
    );
  });
});
