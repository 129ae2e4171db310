import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Decision, EventBody, Need } from "@llmch/contract";
import type { Session } from "@llmch/records";
import { type Said, writeDecision } from "@llmch/store/journals";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { openGate } from "./gate.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
const env = { HOME: folder.path };
const NEED: Need = { id: "WO-01", kind: "orders", what: "it is committed once you approve it", sha256: "a".repeat(64) };
const YES: Said = { decision: "approve", text: null, through: "command" };

let runs = 0;
/** A run in which nothing but decisions happens. */
const scene = (decides?: (need: Need, shown: string) => Promise<Decision | null>) => {
  const runId = `RUN-${++runs}`;
  const directory = join(folder.path, runId);
  mkdirSync(directory);
  const events: EventBody[] = [];
  const session = {
    ...{ directory, runId },
    emit: async (event: EventBody) => void events.push(event),
    settle: async () => {},
  } satisfies Partial<Session> as unknown as Session;
  const gate = (before: readonly EventBody[] = []) =>
    openGate({
      ...{ config: { approve: ["orders"] }, whole: null, events: before, env, secrets: [] },
      ...(decides === undefined ? {} : { decides }),
    });
  const decide = (need = NEED, before: readonly EventBody[] = []) =>
    gate(before).decide({ need, shown: () => "the diff" }, session);
  const say = (said = YES, need = NEED) =>
    writeDecision({ directory, runId }, need, said, { env, secrets: [], now: new Date() });
  return { decide, say, gate, session, events, types: () => events.map(({ type }) => type) };
};

describe("a gate", () => {
  test("has only those kinds wait that the run's config names", () => {
    const { waits } = scene().gate();
    expect([waits("orders"), waits("plan"), waits("push")]).toEqual([true, false, false]);
  });

  test("records what it needs before it shows it, and no terminal means no", async () => {
    const alone = scene();
    expect([await alone.decide(), alone.types()]).toEqual([null, ["decision_needed"]]);
    const asked = scene(async (need, shown) => {
      expect([asked.types(), need, shown]).toEqual([["decision_needed"], NEED, "the diff"]);
      return { decision: "reject", text: "no" };
    });
    expect(await asked.decide()).toMatchObject({ decision: "reject", text: "no", by: { through: "terminal" } });
    expect(asked.types()).toEqual(["decision_needed", "decided"]);
    // It stands: a second decision is refused.
    expect(asked.say().ok).toBe(false);
  });

  test.each<[string, Partial<Need>, Decision["decision"] | null]>([
    ["the same", {}, "approve"],
    ["in other words", { what: "what now?" }, "approve"],
    ["that has changed", { sha256: "b".repeat(64) }, null],
    ["of another order", { id: "WO-02" }, null],
    ["of another kind", { kind: "revision" }, null],
  ])("finds what was decided about a need that is %s", async (_, other, decision) => {
    const { say, decide } = scene();
    expect(say().ok).toBe(true);
    expect((await decide({ ...NEED, ...other }))?.decision ?? null).toBe(decision);
  });

  test("records each decision once, over sessions and side by side", async () => {
    const { say, decide, gate, session, events, types } = scene();
    await decide();
    say();
    await decide(NEED, [...events]);
    expect(types()).toEqual(["decision_needed", "decided"]);
    const again = gate([...events]);
    const step = { need: NEED, shown: () => "" };
    const both = await Promise.all([again.decide(step, session), again.decide(step, session)]);
    expect([both.map((said) => said?.decision), types()]).toEqual([
      ["approve", "approve"],
      ["decision_needed", "decided"],
    ]);
  });

  test("believes a decision that came while it asked", async () => {
    const beside = scene(async () => {
      beside.say({ decision: "reject", text: "too late", through: "command" });
      return { decision: "approve", text: null };
    });
    expect(await beside.decide()).toMatchObject({ decision: "reject", text: "too late" });
  });
});
