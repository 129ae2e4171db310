import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askQuestions } from "./planner-questions.ts";

const QUESTIONS = ["currency", "vat"].map((id) => ({
  ...{ id, question: `Which \u001b[2J${id}?`, why: "", assumed: "The usual." },
}));

const asked = (typed: string, signal = new AbortController().signal) => {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const answers: [id: string, answer: string | null][] = [];
  const take = async ({ id }: { readonly id: string }, answer: string | null) => void answers.push([id, answer]);
  const progress = (text: string) => void stderr.write(`${text}\n`);
  stdin.end(typed);
  const done = askQuestions([QUESTIONS, take], { stdin, stderr }, { progress }, signal);
  return { done, answers, printed: () => String(stderr.read()) };
};

test("each question is asked in turn, harmless, with what is assumed; the end of the input leaves the rest open", async () => {
  const both = asked("Francs.\n\n");
  await both.done;
  expect(both.answers).toEqual([
    ["currency", "Francs."],
    ["vat", ""],
  ]);
  expect(both.printed()).toMatch(/1\/2 {2}Which {2}currency\?\n {4}assumed {2}The usual\.\n> \n2\/2/);
  const one = asked("Francs.\n");
  await one.done;
  expect(one.answers).toEqual([["currency", "Francs."]]);
});

test("an interrupt is no answer", async () => {
  const ending = new AbortController();
  ending.abort();
  const { done, answers } = asked("Francs.\n", ending.signal);
  await expect(done).rejects.toThrow("aborted");
  expect(answers).toEqual([]);
});
