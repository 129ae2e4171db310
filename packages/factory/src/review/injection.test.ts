import { answerOf, HOSTILE_TEXTS, orderScene, readQuotes, reviewOf } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut } from "../order.ts";

describe("a hostile text, wherever a reviewer or the next author sees it", () => {
  test.each(HOSTILE_TEXTS.map(({ title, text }) => [title, text] as const))("%s", async (_, text) => {
    const hostile = text.replace(/\p{Surrogate}/gu, "?");
    const note = {
      claim: `It says ${hostile.slice(0, 3_000)}`,
      evidence: `It: ${hostile.slice(0, 3_000)}`,
      path: hostile,
    };
    const grave = { ...note, path: "greet.js" };
    const files = { "greet.js": text, "notes.md": text };
    const mended = JSON.parse(answerOf({ "greet.js": "export const greet = 1;\n" }, files));
    const scene = orderScene({
      files,
      order: { intent: `Greet. ${hostile}`, context_files: ["notes.md"] },
      review: {},
      replies: [
        JSON.stringify({ ...JSON.parse(answerOf({ "greet.js": `${hostile}\n1` }, files)), summary: hostile }),
        reviewOf(note, grave),
        JSON.stringify(mended),
        // A reviewer that obeys the text gives two invalid reviews, which is reported.
        hostile,
        hostile,
      ],
      maxAttempts: 1,
      settings: { wholeFileBytes: 200 * 1024, partCharacters: 200 * 1024 },
    });
    const outcome = await carryOut(scene.job, scene.ports);
    expect(outcome.kind).toBe("candidate");
    const reviews = scene.ports.ledger.events.filter((event) => event.type === "reviewed");
    expect(reviews.map(({ blocks }) => blocks)).toEqual([1, 0]);
    expect(reviews[1]).toHaveProperty("fault");
    for (const { messages } of scene.ports.model.requests) {
      for (const { role, content } of messages) {
        if (role === "assistant") continue;
        const { outside } = readQuotes(content);
        expect(outside).not.toContain("PWNED");
      }
    }
    const [, review] = scene.ports.model.requests;
    const labels = readQuotes(review?.prompt ?? "").quotes.map(({ label }) => label);
    expect(labels).toEqual(["work order", expect.stringMatching(/^greet\.js \((?:changed|rewritten)/), "summary"]);
  });
});

test("a secret that the author put back is hidden from the reviewer", async () => {
  const scene = orderScene({
    files: { "greet.js": "const key = 'sk-very-secret-0123456789';\n" },
    secrets: ["sk-very-secret-0123456789"],
    review: {},
    replies: [
      ({ prompt }) => {
        const [placeholder = ""] = /\[redacted by llmch: [^\]]+\]/.exec(prompt) ?? [];
        const base = /\| greet\.js \|[^\n]*([0-9a-f]{64})/.exec(prompt)?.[1];
        const content = `const key = '${placeholder}';\nexport const greet = 1;\n`;
        return JSON.stringify({ summary: "s", writes: [{ path: "greet.js", base_sha256: base, content }] });
      },
      reviewOf(),
    ],
  });
  expect((await carryOut(scene.job, scene.ports)).kind).toBe("candidate");
  expect(scene.ports.model.requests[1]?.prompt).not.toContain("very-secret");
  expect(scene.ports.model.requests[1]?.prompt).toContain("export const greet = 1;");
});
