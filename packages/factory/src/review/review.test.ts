import type { EventBody } from "@llmch/contract";
import { answerOf, type OrderScene, objectionOf, orderScene, reviewOf, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut } from "../order.ts";
import { ANSWER_SECTION } from "../propose/ask-author.ts";

const writing = (text: string): string => answerOf({ "greet.js": text });
const WRONG = writing("export const greet = () => 'Hello!';\n");
const RIGHT = writing("export const greet = (name) => 'Hello, ' + name;\n");
const FINE = reviewOf();
const BLOCKER = reviewOf({});

const reviewed = async (replies: SceneOptions["replies"] & object, options: Partial<SceneOptions> = {}) => {
  const scene = orderScene({ review: {}, replies, ...options });
  const outcome = await carryOut(scene.job, scene.ports);
  return { scene, outcome, asked: scene.ports.model.requests.map(({ key }) => key) };
};

const eventsOf = <Type extends EventBody["type"]>({ ports }: OrderScene, type: Type) =>
  ports.ledger.events.filter((event): event is Extract<EventBody, { readonly type: Type }> => event.type === type);
const standing = (scene: OrderScene) =>
  eventsOf(scene, "reviewed").map(({ notes }) => notes.map((note) => note.standing));
const sealedText = ({ ports }: OrderScene) =>
  ports.workspace.sealed.flatMap(({ changes }) =>
    changes.map((change) => (change.kind === "write" ? Buffer.from(change.content).toString() : null)),
  );
const briefOf = ({ outcome }: Awaited<ReturnType<typeof reviewed>>) =>
  outcome.kind === "failed" ? outcome.brief : null;

describe("notes that block", () => {
  test("go back to the author, and the fixed proposal passes in the same attempt", async () => {
    const { scene, outcome, asked } = await reviewed([WRONG, BLOCKER, RIGHT, FINE]);
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 1 } });
    expect(asked).toEqual([
      "WO-01/attempt-1",
      "WO-01/attempt-1/review-1",
      "WO-01/attempt-1/turn-2",
      "WO-01/attempt-1/review-2",
    ]);
    expect(sealedText(scene)).toEqual(["export const greet = (name) => 'Hello, ' + name;\n"]);
    const [, review, again, last] = scene.ports.model.requests;
    expect(review?.prompt).toContain("+    1|export const greet = () => 'Hello!';\n");
    expect(review?.prompt).toContain("(this is the first round)");
    const [shared = "-"] = scene.ports.model.requests[0]?.prompt.split(ANSWER_SECTION) ?? [];
    expect(again?.prompt.startsWith(shared.trimEnd())).toBe(true);
    expect(again?.prompt).toContain("1. blocker at greet.js:1: It greets nobody.");
    expect(again?.prompt).toContain("() => 'Hello!'");
    expect(last?.prompt).toContain("1. blocker at greet.js:1: It greets nobody.");
    expect(last?.prompt).toContain("+    1|export const greet = (name)");
  });

  test("leave every round's proposal and gates on record, with the round in its steps", async () => {
    const { scene } = await reviewed([WRONG, BLOCKER, RIGHT, FINE]);
    const names = [...scene.ports.ledger.artifacts.keys()];
    for (const folder of ["attempt_1", "attempt_1/round_2"])
      for (const name of ["proposed_writes", "write_result", "verify_result", "acceptance_result"])
        expect(names).toContain(`${folder}/${name}.json`);
    for (const folder of ["attempt_1/review_1", "attempt_1/review_2"])
      expect(names).toEqual(expect.arrayContaining([`${folder}/prompt.txt`, `${folder}/review.json`]));
    expect(names).toContain("attempt_1/turn_2/se_prompt.txt");
    const rounds = eventsOf(scene, "step_started").map(({ step, round = 1 }) => `${step} ${round}`);
    expect(rounds).toEqual(
      [1, 2].flatMap((round) =>
        ["propose", "validate", "apply", "verify", "accept", "review"].map((step) => `${step} ${round}`),
      ),
    );
    expect(eventsOf(scene, "reviewed").map(({ round, blocks }) => [round, blocks])).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test("fail the attempt once the rounds are used up, and the next attempt sees them", async () => {
    const replies = [WRONG, BLOCKER, WRONG, BLOCKER, WRONG, BLOCKER, RIGHT, FINE];
    const { scene, outcome, asked } = await reviewed(replies);
    expect(outcome).toMatchObject({
      kind: "candidate",
      attempts: [{ attempt: 1, stage: "acceptance_failed", verdict: "FAIL" }],
      candidate: { attempt: 2 },
    });
    expect(asked.slice(4)).toEqual([
      "WO-01/attempt-1/turn-3",
      "WO-01/attempt-1/review-3",
      "WO-01/attempt-2",
      "WO-01/attempt-2/review-1",
    ]);
    expect(scene.ports.model.requests[6]?.prompt).toContain("what a reviewer holds against it still stands");
    expect(scene.ports.model.requests[6]?.prompt).toContain("It greets nobody.");
  });

  test("fail it at once if no round is allowed", async () => {
    const run = await reviewed([WRONG, BLOCKER], { review: { rounds: 0 }, maxAttempts: 1 });
    expect(briefOf(run)).toMatchObject({ stage: "acceptance_failed" });
    expect(run.scene.ports.workspace.sealed).toEqual([]);
    expect(run.scene.ports.workspace.files.size).toBe(0);
  });

  test("let the author object, or fail at a gate, like for any proposal", async () => {
    const objecting = objectionOf({ blocked_by: ["b.js"] });
    const objected = await reviewed([WRONG, BLOCKER, objecting], { files: { "b.js": "" }, maxAttempts: 1 });
    expect(briefOf(objected)).toMatchObject({ stage: "objected" });
    const outside = await reviewed([WRONG, BLOCKER, answerOf({ "other.js": "" })], { maxAttempts: 1 });
    expect(briefOf(outside)).toMatchObject({ stage: "write_scope_violation" });
  });

  test("let the author build on its last answer", async () => {
    const { scene } = await reviewed([
      WRONG,
      BLOCKER,
      ({ prompt }) => {
        const [, base] = /\| greet\.js \| 1 \| ([0-9a-f]{64}) \|/.exec(prompt) ?? [];
        const edits = [{ find: "() => 'Hello!'", replace: "(name) => name" }];
        return JSON.stringify({ summary: "s", writes: [{ path: "greet.js", base_sha256: base, edits }] });
      },
      FINE,
    ]);
    expect(sealedText(scene)).toEqual(["export const greet = (name) => name;\n"]);
  });
});

describe("a claim that names a command", () => {
  const PROOF = "node check.js";
  const claim = (more = {}) => reviewOf({ command: PROOF, ...more });
  const shaped = (command: string) => reviewOf({ command });

  test("is struck if the command exits with 0", async () => {
    const { scene, outcome } = await reviewed([RIGHT, claim()]);
    expect(outcome.kind).toBe("candidate");
    expect(standing(scene)).toEqual([["struck"]]);
    const [ran] = scene.ports.commands.ran.filter(({ argv }) => argv.join(" ") === PROOF);
    expect(ran).toMatchObject({ stdout: "attempt_1/review_1/review_0_stdout.txt" });
    expect(ran).toMatchObject({ isUnseen: true });
    expect(ran).not.toHaveProperty("asSetup");
  });

  test("blocks if it fails, and the author learns how", async () => {
    const { scene } = await reviewed([WRONG, claim(), RIGHT, claim()], {
      commands: { [PROOF]: [{ exitCode: 1 }, { exitCode: 0 }] },
    });
    expect(standing(scene)).toEqual([["blocks"], ["struck"]]);
    expect(scene.ports.model.requests[2]?.prompt).toContain(`fails if so: ${PROOF} (its command: exit code 1)`);
  });

  test.each<[string, string, SceneOptions["commands"]]>([
    ["cannot be started", PROOF, { [PROOF]: { ending: "not-started", exitCode: null, startFault: "no node" } }],
    ["does not end", PROOF, { [PROOF]: { ending: "timed-out", exitCode: null } }],
    ["wants a shell", "node check.js | grep x", {}],
    ["is no command", "node 'check.js", {}],
  ])("counts only as minor if the command %s", async (_, command, commands = {}) => {
    const { scene, outcome } = await reviewed([WRONG, shaped(command)], { commands });
    expect(outcome.kind).toBe("candidate");
    expect(eventsOf(scene, "reviewed")[0]?.notes).toMatchObject([{ severity: "minor", standing: "kept" }]);
  });

  test("leaves no changes of its command behind, while other drift is still reported", async () => {
    const scene: OrderScene = orderScene({
      review: {},
      replies: [RIGHT, reviewOf({ command: PROOF }, { command: `${PROOF} again` })],
      commands: {
        "node --check greet.js": () => {
          scene.ports.workspace.put("cache", "x");
          return {};
        },
        [PROOF]: () => {
          scene.ports.workspace.put("greet.js", "PWNED");
          scene.ports.workspace.put("stray", "x");
          return {};
        },
        [`${PROOF} again`]: () => {
          expect(scene.ports.workspace.files.get("greet.js")).toContain("Hello, ");
          expect(scene.ports.workspace.files.has("stray")).toBe(false);
          return {};
        },
      },
    });
    const outcome = await carryOut(scene.job, scene.ports);
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { drift: ["cache"] } });
    expect(scene.ports.workspace.files.get("greet.js")).toContain("Hello, ");
  });

  test("runs it once, however many notes name it, and not for notes that cannot block", async () => {
    const { scene } = await reviewed([
      RIGHT,
      reviewOf({ command: PROOF }, { command: PROOF }, { command: "other", severity: "minor" }),
    ]);
    const ran = scene.ports.commands.ran.map(({ argv }) => argv.join(" "));
    expect(ran).toEqual(["node --check greet.js", PROOF]);
    expect(standing(scene)).toEqual([["struck", "struck", "kept"]]);
  });
});

describe("a note that blocks nothing", () => {
  test.each<[string, object]>([
    ["is minor", { severity: "minor" }],
    ["is a nit", { severity: "nit" }],
    ["rests on no sentence", { evidence: null }],
    ["rests on an empty one", { evidence: "  " }],
    ["is about no file", { path: "no/such.js" }],
    ["is about a path that is none", { path: "../x" }],
  ])("%s", async (_, note) => {
    const { scene, outcome } = await reviewed([RIGHT, reviewOf({ ...note })]);
    expect(outcome.kind).toBe("candidate");
    const [event] = eventsOf(scene, "reviewed");
    expect(event).toMatchObject({ blocks: 0, notes: [{ standing: "kept", claim: "It greets nobody." }] });
    expect(event?.notes[0]?.severity).toMatch(/^(?:minor|nit)$/);
  });

  test.each<[string, object]>([
    ["the whole change", { path: null }],
    ["a file of the repo", { path: "old.js" }],
    ["a file that the order allows", { path: "new.js" }],
  ])("is not one about %s", async (_, note) => {
    const { scene } = await reviewed([WRONG, reviewOf({ ...note }), RIGHT, FINE], {
      files: { "old.js": "" },
      order: { allowed_files: ["greet.js", "new.js"], postconditions: [] },
    });
    expect(standing(scene)).toEqual([["blocks"], []]);
  });
});

describe("a reviewer that fails", () => {
  const unreachable = { kind: "failed", reason: "unreachable", message: "no answer", hint: "try later" } as const;
  const limit = { kind: "failed", reason: "limit", message: "the budget is used up", hint: "raise it" } as const;

  test.each<[string, SceneOptions["replies"] & object]>([
    ["its server is gone", [unreachable]],
    ["the budget is used up", [limit]],
    ["it answers twice what is no review", ["no", '{"summary": 1}']],
  ])("lets the work pass, with a warning: %s", async (_, replies) => {
    const { scene, outcome } = await reviewed([RIGHT, ...replies]);
    expect(outcome.kind).toBe("candidate");
    expect(eventsOf(scene, "warning")).toMatchObject([{ message: expect.stringContaining("WO-01 is not reviewed") }]);
    expect(eventsOf(scene, "reviewed")).toMatchObject([{ notes: [], blocks: 0, fault: expect.any(String) }]);
  });

  test.each<[string, SceneOptions["replies"] & object, object]>([
    ["its server is gone", [unreachable], { kind: "failed", brief: { stage: "model_unavailable" } }],
    ["the budget is used up", [limit], { kind: "limited" }],
    ["it answers twice what is no review", ["no", "no"], { kind: "failed", brief: { stage: "acceptance_failed" } }],
  ])("stops the order if the settings say so: %s", async (_, replies, expected) => {
    const { scene, outcome } = await reviewed([RIGHT, ...replies], { review: { onFailure: "block" }, maxAttempts: 1 });
    expect(outcome).toMatchObject(expected);
    expect(scene.ports.workspace.sealed).toEqual([]);
    expect(eventsOf(scene, "warning")).toHaveLength(1);
  });

  test.each(["pass", "block"] as const)(
    "because the record lacks it, ends the order whatever the settings say: %s",
    async (onFailure) => {
      const missing = { kind: "failed", reason: "missing-exchange", message: "none", hint: "add it" } as const;
      const run = await reviewed([RIGHT, missing], { review: { onFailure } });
      expect(briefOf(run)).toMatchObject({ stage: "exception" });
    },
  );

  test("is asked once more, with what is wrong with its answer", async () => {
    const { scene, outcome, asked } = await reviewed([RIGHT, "{}", FINE]);
    expect(outcome.kind).toBe("candidate");
    expect(asked.slice(1)).toEqual(["WO-01/attempt-1/review-1", "WO-01/attempt-1/review-1/turn-2"]);
    expect(scene.ports.model.requests[2]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(scene.ports.model.requests[2]?.prompt).toContain("must have required property 'summary'");
  });
});

test("a reviewer learns how many hidden commands passed, but not which", async () => {
  const { scene } = await reviewed([RIGHT, FINE], {
    order: { acceptance_commands: ["open", { command: "secret check", hidden: true }] },
  });
  const prompt = scene.ports.model.requests[1]?.prompt ?? "";
  expect(prompt).toContain('"open"');
  expect(prompt).toContain("1 hidden check");
  expect(prompt).not.toContain("secret check");
});

test("a stop during a review leaves the attempt to be repeated", async () => {
  const { outcome, scene } = await reviewed([RIGHT, FINE], {
    onEvent: (event, stop) => {
      if (event.type === "step_started" && event.step === "review") stop.aborted = true;
    },
  });
  expect(outcome.kind).toBe("interrupted");
  expect(scene.ports.workspace.sealed).toEqual([]);
});
