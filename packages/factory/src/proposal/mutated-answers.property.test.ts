import { acceptanceOf, MAX_PROPOSAL_BYTES, promptLimits, type RepoPath } from "@llmch/contract";
import { answerOf, mutate, objectionOf, proposalOf, workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { objectionFaults } from "../objection/judge-objection.ts";
import type { OrderFile } from "../prompt/order-files.ts";
import { parseProposal } from "./parse-proposal.fixture.ts";
import { parseAnswer } from "./parse-proposal.ts";
import { validateProposal } from "./validate.ts";

const ORDER = workOrder({ allowed_files: ["greet.js", "test/greet.test.js"] });
const FILES: readonly OrderFile[] = ORDER.allowed_files.map((path) => ({
  path: path as RepoPath,
  allowed: true,
  state: { kind: "missing" },
}));
const CONTENTS = {
  "greet.js": 'export const greet = (name) => "Hellö, " + name;\n',
  "test/greet.test.js": "// 😀\n",
};
const TRACKED = new Set(["lib/old.js", ...ORDER.allowed_files]);
const ANSWERS = [
  answerOf(CONTENTS),
  JSON.stringify(proposalOf(CONTENTS), null, 2),
  `\`\`\`json\n${answerOf(CONTENTS)}\n\`\`\``,
  objectionOf({
    needs: ["lib/old.js:hello"],
    contradiction: { command: acceptanceOf(ORDER)[0]?.command ?? "", sentence: "It greets." },
    blocked_by: ["lib/old.js"],
  }),
];

/** An answer may only write what the prompt showed. Any other answer is refused in words, and nothing is thrown. */
const judge = (text: string): "taken" | "refused" | "wrong" => {
  const answer = parseAnswer(text);
  if (!answer.ok) return answer.issues.join("").trim() === "" ? "wrong" : "refused";
  if (answer.value.kind === "objection") {
    const { objection } = answer.value;
    if (objectionFaults(ORDER, objection, TRACKED).length > 0) return "refused";
    return objection.blocked_by.every((path) => TRACKED.has(path) && !ORDER.allowed_files.includes(path))
      ? "taken"
      : "wrong";
  }
  const verdict = validateProposal(ORDER, answer.value.proposal, FILES, promptLimits(400_000));
  if (!verdict.ok) return verdict.faults.join("").trim() === "" ? "wrong" : "refused";
  return verdict.changes.every(({ path }) => ORDER.allowed_files.includes(path)) ? "taken" : "wrong";
};

test("5,000 mutated answers are accepted or refused, and the prototype stays unchanged", () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const seeds = { taken: 0, refused: 0, wrong: [] as number[] };
  for (let seed = 0; seed < 5_000; seed++) {
    const outcome = judge(mutate(ANSWERS[seed % ANSWERS.length] ?? "", seed));
    if (outcome === "wrong") seeds.wrong.push(seed);
    else seeds[outcome]++;
  }
  expect(seeds.wrong).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(({} as { x?: unknown }).x).toBeUndefined();
  // Some mutations are harmless. If none were, or all were, the test would prove nothing.
  expect(seeds.taken).toBeGreaterThan(50);
  expect(seeds.refused).toBeGreaterThan(2_500);
});

test("mutations are the same for the same seed, and almost never for another", () => {
  const [answer = ""] = ANSWERS;
  const all = Array.from({ length: 300 }, (_, seed) => mutate(answer, seed));
  expect(all.map((_, seed) => mutate(answer, seed))).toEqual(all);
  expect(new Set(all).size).toBeGreaterThan(270);
});

test("ten files of 199 KB are refused for their total size", () => {
  const file = "x".repeat(199 * 1024);
  const paths = Array.from({ length: 10 }, (_, index) => `f${index}.js`);
  const parsed = parseProposal(answerOf(Object.fromEntries(paths.map((path) => [path, file]))));
  expect(parsed).toEqual({
    ok: false,
    issues: [`the files have ${10 * file.length} bytes; a proposal has at most ${MAX_PROPOSAL_BYTES}`],
  });
});
