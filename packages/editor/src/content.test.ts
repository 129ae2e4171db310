import { expect, test } from "vitest";
import { fenced, patchContent } from "./content.ts";

const head = (path: string, more = "") =>
  `diff --git a/${path} b/${path}\n${more}index 1..2 100644\n--- a/${path}\n+++ b/${path}\n`;

test("each hunk of a patch is a diff of what stands there before and after", () => {
  const patch = [
    head("src/a.js"),
    "@@ -1,2 +1,2 @@ here\n one\n-two\r\n+2\r\n@@ -9 +9,2 @@\n nine\n+-- ten\n\\ No newline at end of file\n",
    head("new.js", "new file mode 100644\n"),
    "@@ -0,0 +1 @@\n+@@ made\n",
    head("gone.js", "deleted file mode 100644\n"),
    "@@ -1 +0,0 @@\n-gone\n",
  ].join("");
  expect(patchContent(patch, "/repo")).toEqual([
    { type: "diff", path: "/repo/src/a.js", oldText: "one\ntwo\r\n", newText: "one\n2\r\n" },
    { type: "diff", path: "/repo/src/a.js", oldText: "nine\n", newText: "nine\n-- ten\n" },
    { type: "diff", path: "/repo/new.js", oldText: null, newText: "@@ made\n" },
    { type: "diff", path: "/repo/gone.js", oldText: "gone\n", newText: "" },
  ]);
});

test("what has no hunks is a text, and so is what is too long, with the command that prints all", () => {
  expect(patchContent("", "/repo")).toEqual([]);
  const moved = "diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n";
  expect(patchContent(moved, "/repo")).toEqual([
    { type: "content", content: { type: "text", text: `\`\`\`\n${moved}\`\`\`` } },
  ]);
  const [long, ...others] = patchContent(`${head("a")}@@ -0,0 +1 @@\n+${"x".repeat(300_000)}\n`, "/repo").map(Object);
  expect(others).toEqual([]);
  expect(long.content.text.slice(-40)).toContain("… `llmch diff` prints all\n```");
  expect(long.content.text.length).toBeLessThan(201_000);
});

test("a text closes its own fence alone", () => {
  expect(fenced("a\n````js\nb\n````\n")).toBe("`````\na\n````js\nb\n````\n`````");
});
