import { answerOf, type OrderScene, orderScene } from "@llmch/testkit";
import { SHA256_OF_NOTHING, sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { orderProgress } from "../course/progress.ts";
import type { OrderOutcome } from "../job/outcome.ts";
import { carryOut, type PreviousSession } from "../order.ts";

const WRONG = "export const greet = () => 'helo';\n";
const RIGHT = "export const greet = () => 'hello';\n";
const NOTES = "notes\n".repeat(3);
const BASE = "export {};\n";

const ORDER = { allowed_files: ["greet.js", "notes.md"], postconditions: [], acceptance_commands: ["accept"] };
const FIRST = answerOf({ "greet.js": WRONG, "notes.md": NOTES }, { "greet.js": BASE });
const write = (path: string, base: string, edits: readonly (readonly [string, string])[]) => ({
  path,
  base_sha256: sha256Hex(base),
  edits: edits.map(([find, replace]) => ({ find, replace })),
});
const answer = (...writes: readonly object[]): string => JSON.stringify({ summary: "again", writes });
const FILES = { "greet.js": BASE };
const carry = ({ job, ports }: OrderScene, previous?: PreviousSession): Promise<OrderOutcome> =>
  carryOut(job, ports, previous);
/** An order whose acceptance command fails for every answer but the last. */
const sceneOf = (replies: readonly string[], failures = replies.length - 1) =>
  orderScene({
    files: FILES,
    order: ORDER,
    replies,
    maxAttempts: replies.length,
    commands: { accept: [...Array.from({ length: failures }, () => ({ exitCode: 1 })), {}] },
  });
const landed = (outcome: OrderOutcome): unknown =>
  outcome.kind === "candidate"
    ? outcome.candidate.changes.map((change) => [
        change.path,
        change.kind === "write" ? Buffer.from(change.content).toString() : null,
        change.baseSha256,
      ])
    : outcome;
const WANTED = [
  ["greet.js", RIGHT, sha256Hex(BASE)],
  ["notes.md", NOTES, SHA256_OF_NOTHING],
];

test("a retry builds on its last answer with edits, and keeps a file from it unchanged with none", async () => {
  const scene = sceneOf([FIRST, answer(write("greet.js", WRONG, [["helo", "hello"]]), write("notes.md", NOTES, []))]);
  expect(landed(await carry(scene))).toEqual(WANTED);
  const { prompt, answerSchema } = scene.ports.model.requests[1] ?? { prompt: "", answerSchema: null };
  expect(prompt).toContain(`| greet.js | 1 | ${sha256Hex(WRONG)} |\n| notes.md | 1 | ${sha256Hex(NOTES)} |`);
  expect(prompt).not.toContain("as attempt 1 made it");
  expect(JSON.stringify(answerSchema)).toContain(sha256Hex(NOTES));
  expect(scene.ports.model.requests[0]?.prompt).not.toContain("made by attempt");
});

test("a resumed run knows the made files from the earlier session's answers", async () => {
  const again = answer(write("greet.js", WRONG, [["helo", "hello"]]), write("notes.md", NOTES, []));
  const before = sceneOf([FIRST], 1);
  expect(await carry(before)).toMatchObject({ kind: "failed" });
  const progress = orderProgress(before.ports.ledger.events);
  const scene = { ...sceneOf([again], 0), job: { ...before.job, maxAttempts: 2 } };
  expect(landed(await carry(scene, { progress, answers: new Map([[1, FIRST]]) }))).toEqual(WANTED);
});

test("what several answers made is shown as its difference, and stays known if an answer is refused", async () => {
  const second = answer(write("greet.js", WRONG, [["helo", "hallo"]]), write("notes.md", NOTES, []));
  const refused = answer(write("greet.js", WRONG, [["nowhere", "x"]]));
  const third = "export const greet = () => 'hallo';\n";
  const last = answer(write("greet.js", third, [["hallo", "hello"]]), write("notes.md", NOTES, []));
  const scene = sceneOf([FIRST, second, refused, last], 2);
  expect(landed(await carry(scene))).toEqual(WANTED);
  const prompts = scene.ports.model.requests.map(({ prompt }) => prompt);
  expect(prompts[2]).toContain("-export {};\n+export const greet = () => 'hallo';");
  expect(prompts[3]).toContain(`| greet.js | 2 | ${sha256Hex(third)} |`);
  expect(prompts[3]).toContain(`+${third}`);
});

test("neither an answer that could not be applied nor a replaced one is a base", async () => {
  const outside = answerOf({ "greet.js": WRONG, "other.js": "x\n" }, FILES);
  const scene = sceneOf([outside, answer(write("greet.js", WRONG, [["helo", "hello"]]))], 0);
  const outcome = await carry(scene);
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "stale_context" } });
  expect(scene.ports.model.requests[1]?.prompt).not.toContain("made by attempt");

  const replaced = sceneOf(
    [FIRST, answerOf({ "greet.js": "export const one = 1;\n" }, FILES), answer(write("greet.js", WRONG, []))],
    2,
  );
  expect(await carry(replaced)).toMatchObject({ kind: "failed", brief: { stage: "stale_context" } });
});

test("an empty list of edits to the current file is invalid", async () => {
  const outcome = await carry(sceneOf([answer(write("greet.js", BASE, []))], 0));
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "llm_output_invalid" } });
});

test("the scope also applies to files that build on an earlier answer", async () => {
  const scene = sceneOf(
    [FIRST, answer(write("greet.js", WRONG, []), write("notes.md", NOTES, []), write("x.js", WRONG, []))],
    1,
  );
  expect(await carry(scene)).toMatchObject({ kind: "failed", brief: { stage: "write_scope_violation" } });
});

test("a retry that builds on a script keeps it executable", async () => {
  const script = (path: string) => ({ path, base_sha256: null, content: "#!/bin/sh\nfalse\n", executable: true });
  const mended = write("greet.sh", "#!/bin/sh\nfalse\n", [["false", "true"]]);
  const scene = orderScene({
    ...{ files: FILES, replies: [answer(script("greet.sh")), answer(mended)], maxAttempts: 2 },
    order: { ...ORDER, allowed_files: ["greet.sh"] },
    commands: { accept: [{ exitCode: 1 }, {}] },
  });
  const outcome = await carry(scene);
  expect(outcome.kind === "candidate" && outcome.candidate.changes).toMatchObject([
    { path: "greet.sh", executable: true },
  ]);
});
