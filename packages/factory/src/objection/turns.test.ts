import type { EventBody } from "@llmch/contract";
import { answerOf, type OrderScene, objectionOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { orderProgress } from "../course/progress.ts";
import type { OrderOutcome } from "../job/outcome.ts";
import { carryOut } from "../order.ts";
import { ANSWER_SECTION } from "../propose/ask-author.ts";

const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" });
const FILES = { "a.js": "the text of a\n", "b.js": "the text of b\n", ".env": "KEY=value-of-a-secret\n" };
const needs = (...wanted: readonly string[]): string => objectionOf({ needs: [...wanted] });
const blocked = objectionOf({ blocked_by: ["a.js"] });

const scene = (options: SceneOptions): OrderScene => orderScene({ files: FILES, ...options });
const carry = ({ job, ports }: OrderScene): Promise<OrderOutcome> => carryOut(job, ports);
const keys = ({ ports }: OrderScene) => ports.model.requests.map(({ key }) => key);
const prompts = ({ ports }: OrderScene) => ports.model.requests.map(({ prompt }) => prompt);

describe("a model that asks for files", () => {
  test("sees them in the next turn of the same attempt, below everything shown before", async () => {
    const it = scene({ replies: [needs("a.js"), GOOD] });
    expect(await carry(it)).toMatchObject({ kind: "candidate", candidate: { attempt: 1 }, attempts: [] });
    expect(keys(it)).toEqual(["WO-01/attempt-1", "WO-01/attempt-1/turn-2"]);
    const [first = "", second = ""] = prompts(it);
    expect(first).not.toContain("the text of a");
    const shared = first.slice(0, first.indexOf(ANSWER_SECTION)).trimEnd();
    expect(second.startsWith(shared)).toBe(true);
    expect(second).toContain("the text of a");
    expect(second).toContain("a.js (for reading only)");
    expect(second).toContain("2 times more");
    expect(it.ports.model.requests[1]?.messages[0]?.stableLengths).toContain(shared.length);
    const { artifacts, events } = it.ports.ledger;
    expect(artifacts.get("attempt_1/turn_2/se_prompt.txt")).toBe(second);
    expect(artifacts.get("attempt_1/turn_2/raw_llm_response.json")).toEqual(JSON.parse(GOOD));
    expect(artifacts.has("attempt_1/proposed_writes.json")).toBe(true);
    expect(events).toContainEqual(expect.objectContaining({ type: "objected", attempt: 1, turn: 1 }));
  });

  test("sees the part of the symbol if the file does not fit", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) =>
      index === 2_000 ? "function wanted() {}" : `line ${index}`,
    );
    const files = { "large.js": `${lines.join("\n")}\n` };
    const it = orderScene({ files, replies: [needs("large.js:wanted"), GOOD], settings: { fileBytes: 10_000 } });
    await carry(it);
    expect(prompts(it)[1]).toContain("2001|function wanted() {}");
    expect(prompts(it)[1]).not.toContain("line 10\n");
  });

  test.each([
    ["a file that is not there", "nowhere.js", '"nowhere.js": there is no such file.'],
    ["a file that holds secrets", ".env", '".env" is not shown: files that may hold a secret are not.'],
    ["the same, spelled otherwise", "./.env", '"./.env" is not shown: files that may hold a secret are not.'],
    ["the same by a symbol", ".env:KEY", '".env" is not shown: files that may hold a secret are not.'],
    ["a file that the order shows anyway", "a.js", '"a.js" is shown above.'],
  ])("is told of %s", async (_, wanted, told) => {
    const it = scene({ order: { context_files: ["a.js"] }, replies: [needs(wanted), GOOD] });
    await carry(it);
    expect(prompts(it)[1]).toContain(told);
    expect(prompts(it).join()).not.toContain("value-of-a-secret");
  });

  test("sees a file with secrets if the order names it, because the prompt shows it anyway", async () => {
    const it = scene({ order: { context_files: [".env"] }, replies: [needs(".env"), GOOD] });
    await carry(it);
    expect(prompts(it)[0]).toContain("value-of-a-secret");
  });

  test("may ask three times, and learns that it was the last time", async () => {
    const it = scene({ replies: [needs("a.js"), needs("b.js"), needs("c.js"), GOOD] });
    expect((await carry(it)).kind).toBe("candidate");
    expect(keys(it).at(-1)).toBe("WO-01/attempt-1/turn-4");
    expect(prompts(it)[2]).toContain("once more");
    expect(prompts(it)[3]).toContain("No more files can be shown");
    expect(prompts(it)[3]).toContain("the text of a");
  });

  test("may ask three times over all attempts, sees its files again in later ones, and ends the order by asking a fourth time", async () => {
    const it = scene({ replies: [needs("a.js"), needs("b.js"), "no JSON", needs("c.js"), needs("d.js"), GOOD] });
    const outcome = await carry(it);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "objected", objection: { needs: ["d.js"] } } });
    expect(outcome.attempts).toMatchObject([{ stage: "llm_output_invalid" }, { stage: "objected" }]);
    expect(keys(it).slice(3)).toEqual(["WO-01/attempt-2", "WO-01/attempt-2/turn-2"]);
    expect(prompts(it)[3]).toContain("the text of a");
    expect(prompts(it)[3]).toContain("the text of b");
    expect(prompts(it)[4]).toContain("No more files can be shown");
  });
});

describe("a run that was killed between two turns", () => {
  const replay = async (
    replies: readonly string[],
    kill: (event: EventBody) => boolean,
  ): Promise<readonly EventBody[]> => {
    const it = scene({
      replies,
      onEvent: (event) => {
        if (kill(event)) throw new Error("killed");
      },
    });
    await expect(carry(it)).rejects.toThrow("killed");
    return it.ports.ledger.events;
  };

  test("repeats the same turns, and counts each once", async () => {
    let objected = 0;
    const replies = [needs("a.js"), needs("b.js"), GOOD];
    const events = await replay(replies, ({ type }) => type === "objected" && ++objected === 2);
    const again = scene({ replies: [needs("a.js"), needs("b.js"), needs("c.js"), GOOD] });
    const progress = orderProgress(events);
    expect(progress).toMatchObject({ next: 1, asked: [{ attempt: 1, turn: 1, needs: ["a.js"] }] });
    const { job, ports } = again;
    const outcome = await carryOut(job, ports, { progress, answers: new Map() });
    expect(outcome.kind).toBe("candidate");
    expect(keys(again)).toHaveLength(4);
  });

  test("counts what earlier attempts asked for", async () => {
    const replies = [needs("a.js"), needs("b.js"), needs("c.js"), "no JSON"];
    const events = await replay(replies, (event) => event.type === "attempt_started" && event.attempt === 2);
    const again = scene({ replies: [needs("d.js"), GOOD] });
    const { job, ports } = again;
    await carryOut(job, ports, { progress: orderProgress(events), answers: new Map() });
    expect(prompts(again)[0]).toContain("the text of a");
    expect(keys(again)).toEqual(["WO-01/attempt-2"]);
  });
});

describe("an order that its model objects to", () => {
  test.each([
    ["a file that it may not write", blocked],
    ["a file, and asks for one more", objectionOf({ blocked_by: ["a.js"], needs: ["b.js"] })],
  ])("ends there: %s", async (_, answer) => {
    const it = scene({ replies: [answer] });
    const outcome = await carry(it);
    expect(outcome).toMatchObject({
      kind: "failed",
      brief: { stage: "objected", objection: { blocked_by: ["a.js"] } },
    });
    expect(it.ports.ledger.events.at(-1)).toEqual({ type: "rolled_back", baseline: "base-commit" });
    expect(keys(it)).toEqual(["WO-01/attempt-1"]);
  });

  test.each([
    ["blocked by what it may write", objectionOf({ blocked_by: ["greet.js"] })],
    ["against a command that is not the order's", objectionOf({ contradiction: { command: "x", sentence: "y" } })],
  ])("an unfounded objection is an invalid answer: %s", async (_, answer) => {
    const it = scene({ replies: [answer, GOOD] });
    const outcome = await carry(it);
    expect(outcome).toMatchObject({ kind: "candidate", attempts: [{ stage: "llm_output_invalid" }] });
    expect(it.ports.ledger.events.map(({ type }) => type)).not.toContain("objected");
  });

  test("continues with an attempt that sees the last proposal, if the run is resumed", async () => {
    const first = scene({ replies: ["no JSON", blocked] });
    await carry(first);
    const progress = orderProgress(first.ports.ledger.events);
    expect(progress).toMatchObject({ next: 3, failed: [{ attempt: 1 }, { attempt: 2, stage: "objected" }] });
    const again = scene({ replies: [GOOD] });
    const answers = new Map([
      [1, "the first answer"],
      [2, blocked],
    ]);
    const outcome = await carryOut(again.job, again.ports, { progress, answers });
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 3 } });
    expect(prompts(again)[0]).toMatch(/stage: objected[\s\S]*Attempt 1 answered:[\s\S]*the first answer/);
  });
});
