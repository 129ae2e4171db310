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

test("8 KB in all, of which each has its share", async () => {
  const both = (root: string, nearest: string) =>
    notesOf({ "AGENTS.md": root, "a/AGENTS.md": nearest, "b/AGENTS.md": "b" }, ["a/x.ts", "b/x.ts"]);
  const notes = await both("é".repeat(3_000), "a".repeat(3_000));
  expect(utf8Length(notes)).toBeLessThan(8_192 + 800);
  expect(notes).toMatch(
    /--- begin AGENTS\.md \(its first 5190 bytes\) [\s\S]*--- begin a\/AGENTS\.md [^(][\s\S]*--- begin b/,
  );
  const long = await both("r".repeat(9_000), "a".repeat(9_000));
  expect(long).toMatch(/AGENTS\.md \(its first 4095 bytes\) [\s\S]*a\/AGENTS\.md \(its first 4096 bytes\) /);
});
