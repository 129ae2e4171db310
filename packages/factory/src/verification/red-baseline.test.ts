import type { CommandResult } from "@llmch/contract";
import { orderScene } from "@llmch/testkit";
import { expect, test } from "vitest";
import type { BaselineMemory } from "../job/order-job.ts";
import type { CommandRequest } from "../job/ports.ts";
import type { RedLook } from "../job/red-command.ts";
import { verifyEnv } from "../job/verify-env.ts";
import { carryOut } from "../order.ts";

const VERIFY = "bash scripts/verify.sh";
const OFFLINE = "MAVEN_ARGS";

/** How the verification ends, by what it gets and where it is. */
type Ends = (at: {
  readonly env: Readonly<Record<string, string>>;
  readonly isClone: boolean;
}) => Partial<CommandResult>;

const carry = async (
  ends: Ends,
  { set = {}, once }: { set?: Record<string, string>; once?: BaselineMemory["once"] } = {},
) => {
  const scene = orderScene({ files: { "scripts/verify.sh": "make check\n" }, maxAttempts: 1 });
  const { commands } = scene.ports;
  const ran: string[] = [];
  const runIn = (isClone: boolean) => async (request: CommandRequest) => {
    const result = await commands.run(request);
    if (request.argv.join(" ") !== VERIFY) return result;
    const { env = {} } = request;
    const without = ["CI", OFFLINE].filter((name) => env[name] === "").map((name) => ` -${name}`);
    const seconds = request.timeoutSeconds < 500 ? ` ${request.timeoutSeconds} s` : "";
    ran.push(`${isClone ? "clone" : request.stdout.split("_")[0]}${without.join("")}${seconds}`);
    return { ...result, ...ends({ env, isClone }) };
  };
  const job = {
    ...scene.job,
    timeoutSeconds: 900,
    verifyEnv: verifyEnv(set),
    baseline: async () => ({
      ...{ tree: "tree-0", recall: async () => null, keep: async () => {} },
      ...(once === undefined ? {} : { once }),
    }),
  };
  const outcome = await carryOut(job, {
    ...scene.ports,
    commands: { run: runIn(false), added: [OFFLINE], inClone: (body) => body({ run: runIn(true) }) },
  });
  const { artifacts, events } = scene.ports.ledger;
  const warnings = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  return {
    outcome,
    ran,
    warnings,
    document: artifacts.get("baseline_verification.json"),
    asked: scene.ports.model.requests,
  };
};

const RED = { exitCode: 1, stdoutTail: "compiling\nbind: path too long\n" };
const BEFORE = ["baseline", "baseline"];

test("what passes without one of llmch's variables runs without it from then on", async () => {
  const { outcome, ran, warnings, document } = await carry(({ env }) => (env[OFFLINE] === "" ? {} : RED));
  expect(outcome.kind).toBe("candidate");
  expect(ran).toEqual([
    ...BEFORE,
    ...["baseline -CI", `baseline -CI -${OFFLINE}`, `baseline -${OFFLINE}`, `attempt -${OFFLINE}`],
  ]);
  expect(warnings[0]).toMatch(/fails before the orders with what llmch sets .* runs without MAVEN_ARGS \(/);
  expect(document).toMatchObject({ ok: true, left_out: [OFFLINE] });
});

test("what the settings decide is not tried", async () => {
  const { ran } = await carry(() => RED, { set: { CI: "1", [OFFLINE]: "-o" } });
  expect(ran.slice(0, 4)).toEqual([...BEFORE, "clone", "attempt"]);
});

test("what is red in the worktree alone ends the order before a question, and names what is printed there alone", async () => {
  const { outcome, ran, asked } = await carry(({ isClone }) => (isClone ? { stdoutTail: "compiling\nok\n" } : RED));
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
  if (outcome.kind !== "failed") throw new Error(outcome.kind);
  expect(outcome.brief.primary_error_excerpt).toMatch(/fails in llmch's worktree alone.* \(bind: path too long\)/);
  expect(outcome.brief.primary_error_excerpt).not.toContain("compiling");
  expect(ran).toEqual([...BEFORE, "baseline -CI", `baseline -CI -${OFFLINE}`, `clone -CI -${OFFLINE}`]);
  expect(asked).toEqual([]);
});

test("what is red everywhere is excused or not as ever", async () => {
  const { outcome, ran } = await carry(() => RED);
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
  expect(ran[4]).toBe(`clone -CI -${OFFLINE}`);
});

test("all tries together take 10 minutes at most", async () => {
  const { ran } = await carry(() => ({ ...RED, durationMs: 400_000 }));
  expect(ran.slice(0, 5)).toEqual([...BEFORE, "baseline -CI", `baseline -CI -${OFFLINE} 200 s`, "attempt"]);
});

test("what the run's look has found is not looked for again", async () => {
  const looked: RedLook = { leftOut: ["CI"], warnings: [], alone: new Map() };
  const { ran, outcome } = await carry(({ env }) => (env.CI === "" ? {} : RED), { once: async () => looked });
  expect(outcome.kind).toBe("candidate");
  expect(ran).toEqual([...BEFORE, "baseline -CI", "attempt -CI"]);
});
