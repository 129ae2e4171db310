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

/** What an attempt at the order sends, and what it makes of the file. */
const exchange = async (write: object) => {
  const scene = orderScene({
    files: { [PATH]: LARGE },
    order: { title: "Square the parts", intent: INTENT, allowed_files: [PATH], acceptance_commands: ["npm test"] },
    replies: [
      JSON.stringify({ summary: "Squared.", writes: [{ path: PATH, base_sha256: sha256Hex(LARGE), ...write }] }),
    ],
    settings: { wholeFileBytes: 200 * 1024 },
    maxAttempts: 1,
  });
  const template = readFileSync(new URL("../../../../templates/FACTORY_PROMPT.md", import.meta.url), "utf8");
  const outcome = await carryOut({ ...scene.job, template }, scene.ports);
  const prompt = scene.ports.model.requests[0]?.prompt ?? "";
  return {
    outcome,
    prompt,
    left: scene.ports.workspace.files.get(PATH),
  };
};

const expected = EDITS.reduce((text, { find, replace }) => text.replace(find, replace), LARGE);

test("of a file of 5,000 lines the functions that the order names are shown, and changed by edits alone", async () => {
  expect(LARGE.split("\n").length).toBeGreaterThan(4_990);
  const { outcome, prompt, left } = await exchange({ edits: EDITS });
  expect(outcome.kind).toBe("candidate");
  expect(left).toBe(expected);
  expect(prompt).toContain("to be edited");
  expect(utf8Length(prompt)).toBeLessThan(16 * 1024);
  for (const { find } of EDITS) expect(prompt).toContain(find);
});

test("a file of which parts are shown cannot be written anew, however small it is", async () => {
  const { outcome, left } = await exchange({ content: expected });
  expect(outcome.attempts[0]?.failure_brief).toMatchObject({
    stage: "llm_output_invalid",
    primary_error_excerpt: expect.stringContaining("src/catalogue.ts: the file was shown in part: answer with `edits`"),
  });
  expect(left).toBe(LARGE);
});
