import { readFileSync } from "node:fs";
import { orderScene } from "@llmch/testkit";
import { sha256Hex, utf8Length } from "@llmch/text";
import { expect, test } from "vitest";
import { carryOut } from "../order.ts";

const PATH = "src/catalogue.ts";
const FUNCTIONS = ["price", "stock", "weight", "label", "rank", "origin", "batch", "margin", "supplier", "discount"];

/** 5,000 lines, 200 KB: functions of ten lines each, all with different names. */
const LARGE = `${Array.from({ length: 500 }, (_, index) => {
  const name = `${FUNCTIONS[index % 10]}Of${index}`;
  return [
    `/** Works out the ${FUNCTIONS[index % 10]} of an article of group ${index}. */`,
    `export const ${name} = (article: Article): number => {`,
    `  const base = article.values[${index}] ?? 0;`,
    "  if (article.isHidden) return 0;",
    "  let result = base;",
    `  for (const part of article.parts) result += part * ${index + 1};`,
    "  // Rounded as the shop's prices are.",
    "  return Math.round(result * 100) / 100;",
    "};",
    "",
  ].join("\n");
}).join("\n")}\n`;

const CHANGED = [17, 242, 480].map((index) => ({ name: `${FUNCTIONS[index % 10]}Of${index}`, index }));
const INTENT = `${CHANGED.map(({ name }) => `\`${name}\``).join(", ")} add each part squared instead of plain.`;
const EDITS = CHANGED.map(({ index }) => ({
  find: `result += part * ${index + 1};`,
  replace: `result += part * part * ${index + 1};`,
}));

/** What an attempt at the order sends, and how many bytes it gets back. */
const exchange = async (write: object, wholeFileBytes: number, fileBytes = 200 * 1024) => {
  const scene = orderScene({
    files: { [PATH]: LARGE },
    order: { title: "Square the parts", intent: INTENT, allowed_files: [PATH], acceptance_commands: ["npm test"] },
    replies: [
      JSON.stringify({ summary: "Squared.", writes: [{ path: PATH, base_sha256: sha256Hex(LARGE), ...write }] }),
    ],
    settings: { wholeFileBytes, fileBytes },
  });
  const template = readFileSync(new URL("../../../../templates/FACTORY_PROMPT.md", import.meta.url), "utf8");
  const outcome = await carryOut({ ...scene.job, template }, scene.ports);
  const prompt = scene.ports.model.requests[0]?.prompt ?? "";
  const answer = JSON.stringify(scene.ports.ledger.artifacts.get("attempt_1/raw_llm_response.json"));
  return {
    outcome,
    prompt,
    answerBytes: utf8Length(answer),
    left: scene.ports.workspace.files.get(PATH),
  };
};

const expected = EDITS.reduce((text, { find, replace }) => text.replace(find, replace), LARGE);

test("a file of 5,000 lines is shown in full, and changed in three places for less than 3% of the cost of rewriting it", async () => {
  expect(LARGE.split("\n").length).toBeGreaterThan(4_990);
  const edited = await exchange({ edits: EDITS }, 48 * 1024);
  const rewritten = await exchange({ content: expected }, 200 * 1024);
  for (const { outcome, left, prompt } of [edited, rewritten]) {
    expect(outcome.kind).toBe("candidate");
    expect(left).toBe(expected);
    expect(prompt).toContain(LARGE);
  }
  expect(edited.prompt).toContain("to be edited");
  expect(edited.answerBytes / rewritten.answerBytes).toBeLessThan(0.03);
});

test("if it does not fit, the parts that the order mentions are shown", async () => {
  const { outcome, prompt, left } = await exchange({ edits: EDITS }, 48 * 1024, 64 * 1024);
  expect(outcome.kind).toBe("candidate");
  expect(left).toBe(expected);
  expect(utf8Length(prompt)).toBeLessThan(70 * 1024);
  for (const { find } of EDITS) expect(prompt).toContain(find);
});
