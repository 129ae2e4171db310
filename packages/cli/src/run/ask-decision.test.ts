import { PassThrough } from "node:stream";
import type { Decision, Need } from "@llmch/app";
import pc from "picocolors";
import { expect, test } from "vitest";
import { askDecision } from "./ask-decision.ts";

const need = (kind: Need["kind"]): Need => ({ id: "WO-01", kind, what: "may it \u001b[2Jland?", sha256: "" });
const lines = Array.from({ length: 60 }, (_, at) => `+${at}`);

const asked = (kind: Need["kind"], typed: string, signal = new AbortController().signal) => {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const console = { progress: (text: string) => void stderr.write(`${text}\n`), colors: pc.createColors(false) };
  stdin.end(typed);
  const done = askDecision(need(kind), { lines, whole: "llmch show R" }, { stdin, stderr }, console, signal);
  return { done, printed: () => String(stderr.read()) };
};
const yes: Decision = { decision: "approve", text: null };
const no = (text: string | null): Decision => ({ decision: "reject", text });

test.each<[Need["kind"], string, Decision | null]>([
  ["orders", "y\n", yes],
  ["orders", "YES\n", yes],
  ["orders", "\nmaybe\ny\n", yes],
  ["orders", "\n", null],
  ["orders", "", null],
  ["orders", "l\ny\n", null],
  ["orders", "n\nRound to cents.\n", no("Round to cents.")],
  ["orders", "n\n\n", no(null)],
  ["orders", "n\n", null],
  ["plan", "no\n\n", no(null)],
  ["network", "n\nNever.\n", no("Never.")],
  ["push", "\n\n", null],
  ["question", "Blue.\n", { decision: "answer", text: "Blue." }],
  ["question", "\n", null],
])("of %s, %j is %j", async (kind, typed, expected) => {
  expect(await asked(kind, typed).done).toEqual(expected);
});

test("at most two screens are shown, harmless, with the command that shows the whole", async () => {
  const { done, printed } = asked("orders", "l\n");
  await done;
  const text = printed();
  expect(text).toContain(
    "+41\n… 18 more lines: llmch show R\nWO-01  may it  land?\nCommit this? [y]es, [n]o, [l]ater: ",
  );
  expect(text).not.toContain("\u001b");
});

test("an interrupt decides nothing", async () => {
  const ending = new AbortController();
  ending.abort();
  await expect(asked("orders", "y\n", ending.signal).done).rejects.toThrow("aborted");
});

test("what was typed at a terminal before there was anything to see is no answer", async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const stderr = new PassThrough();
  const console = { progress: (text: string) => void stderr.write(`${text}\n`), colors: pc.createColors(false) };
  stdin.write("y\ny\n");
  const { signal } = new AbortController();
  const done = askDecision(need("orders"), { lines: [], whole: null }, { stdin, stderr }, console, signal);
  for await (const part of stderr) if (String(part).includes("[y]es")) break;
  stdin.write("l\n");
  expect(await done).toBeNull();
});
