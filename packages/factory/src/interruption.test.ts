import type { Step } from "@llmch/contract";
import { type OrderScene, orderScene } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { OrderOutcome } from "./job/outcome.ts";
import { carryOut } from "./order.ts";

const carry = ({ job, ports }: OrderScene): Promise<OrderOutcome> => carryOut(job, ports);

const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };

describe("a stop request", () => {
  const STEPS: readonly Step[] = ["propose", "validate", "apply", "verify", "accept"];
  const moments = STEPS.flatMap((step) => (["step_started", "step_finished"] as const).map((type) => ({ type, step })));
  const expectUndone = ({ ports: { ledger, workspace } }: OrderScene, outcome: OrderOutcome) => {
    expect(outcome.kind).toBe("interrupted");
    expect(outcome.attempts).toMatchObject([{ attempt: 1, verdict: "ERROR", failure_brief: null }]);
    expect(ledger.events.at(-1)).toEqual({ type: "rolled_back", baseline: "base-commit" });
    expect([...workspace.files]).toEqual(Object.entries(VERIFIED.files));
    expect(workspace.sealed).toEqual([]);
  };

  test.each(moments)("at $type of $step undoes the attempt", async ({ type, step }) => {
    const scene = orderScene({
      ...VERIFIED,
      onEvent: (event, stop) => {
        if (event.type === type && event.step === step) stop.aborted = true;
      },
    });
    expectUndone(scene, await carry(scene));
  });

  test("while the model answers undoes the attempt", async () => {
    const failed = { kind: "failed", reason: "interrupted", message: "stopped", hint: "run again" } as const;
    const scene = orderScene({ ...VERIFIED, replies: [failed] });
    expectUndone(scene, await carry(scene));
  });

  test.each(["bash scripts/verify.sh", "node --check greet.js"])("during %s undoes the attempt", async (command) => {
    const scene = orderScene({ ...VERIFIED, commands: { [command]: { ending: "interrupted", exitCode: null } } });
    expectUndone(scene, await carry(scene));
  });

  test("before the first attempt asks no model", async () => {
    const scene = orderScene(VERIFIED);
    scene.ports.stop.aborted = true;
    expectUndone(scene, await carry(scene));
    expect(scene.ports.model.requests).toEqual([]);
  });

  test("after a failed attempt is not a failure", async () => {
    const scene = orderScene({
      replies: ["?"],
      onEvent: (event, stop) => {
        if (event.type === "attempt_failed") stop.aborted = true;
      },
    });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "interrupted", attempts: [{ verdict: "FAIL" }] });
    expect(outcome.attempts).toHaveLength(1);
  });
});
