import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { readBlobTexts } from "./blob-texts.ts";

test("texts are passed on by their ids; null if it is large, not text, not a blob or missing", async () => {
  const repo = throwawayRepo({ "a.txt": "one\n", "empty.txt": "", "large.txt": "x".repeat(1_000) });
  try {
    repo.write("binary", Buffer.from("a\0b"));
    repo.write("latin", Buffer.from([0xe9, 10]));
    const many = Array.from({ length: 40 }, (_, index) => `many/${index}.txt`);
    for (const path of many) repo.write(path, `${path}: é\n`);
    repo.commit();
    const ids = new Map(
      repo
        .git("ls-tree", "-r", "HEAD")
        .split("\n")
        .map((line) => [line.slice(53), line.slice(12, 52)]),
    );
    const files = [
      ...["a.txt", "large.txt", "binary", "empty.txt", "latin"].map((path) => ({ path, blob: ids.get(path) ?? "" })),
      { path: "missing", blob: "1".repeat(40) },
      { path: "tree", blob: repo.git("rev-parse", "HEAD^{tree}") },
      ...many.map((path) => ({ path, blob: ids.get(path) ?? "" })),
    ];
    const texts: Record<string, string | null> = {};
    await readBlobTexts(repo.path, files, { maxBytes: 999, env: repo.env }, ({ path }, text) => {
      texts[path] = text;
    });
    expect(texts).toEqual({
      ...{ "a.txt": "one\n", "large.txt": null, binary: null, "empty.txt": "", latin: null, missing: null, tree: null },
      ...Object.fromEntries(many.map((path) => [path, `${path}: é\n`])),
    });
  } finally {
    repo.remove();
  }
});
