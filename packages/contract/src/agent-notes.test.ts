import { utf8Length } from "@llmch/text";
import { expect, test } from "vitest";
import { agentNotes } from "./agent-notes.ts";

const notesOf = (texts: Readonly<Record<string, string | null>>, allowed: readonly string[] = []) =>
  agentNotes(Object.keys(texts), allowed, async (path) => texts[path] ?? null);

test("of the root and the nearest of each allowed file, each once, AGENTS.md before CLAUDE.md", async () => {
  const texts = {
    "AGENTS.md": "Root.",
    "CLAUDE.md": "Not this.",
    "a/CLAUDE.md": "Of a.",
    "a/b/AGENTS.md": "Of b.",
    "c/AGENTS.md": "Of nobody.",
    "a/b/c/x.ts": "",
  };
  const notes = await notesOf(texts, ["a/b/c/x.ts", "a/b/c/y.ts", "a/z.ts", "top.ts"]);
  expect(notes).toMatch(/^## What people wrote for agents\n[\s\S]+Root\.[\s\S]+Of b\.[\s\S]+Of a\./);
  expect(notes).not.toMatch(/Not this|Of nobody/);
  expect(notes.match(/Of b\./g)).toHaveLength(1);
});

test("a link is passed over, and without notes there is no section", async () => {
  expect(await notesOf({ "AGENTS.md": null, "CLAUDE.md": "Follow." })).toContain("Follow.");
  expect(await notesOf({ "AGENTS.md": null })).toBe("");
  expect(await notesOf({ "docs/MY-AGENTS.md": "No." }, ["docs/a.md"])).toBe("");
});

test("8 KB in all", async () => {
  const notes = await notesOf({ "AGENTS.md": "é".repeat(3_000), "a/AGENTS.md": "b".repeat(3_000) }, ["a/x.ts"]);
  expect(utf8Length(notes)).toBeLessThan(8_192 + 700);
  expect(notes).toContain("--- begin a/AGENTS.md (its first 2192 bytes) ");
});
