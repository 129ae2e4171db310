import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createScene } from "../scene.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test.each([false, true])(
  "an empty list of edits takes a file over as it is, and no audit remarks on it; resumed: %s",
  async (isResumed) => {
    const scene = createScene({ files: { "old.js": "old\n", "kept.js": "kept\n" } });
    const allowed_files = ["greet.js", "more.js", "kept.js", "old.js", "new.js"];
    scene.order({ allowed_files, postconditions: [], acceptance_commands: ["grep -q right more.js"] });
    const renamed = { path: "old.js", base_sha256: sha256("old\n"), rename_to: "new.js", edits: [] };
    const written = (content: string) => ({ path: "more.js", base_sha256: null, content, edits: [] });
    const greet = { path: "greet.js", base_sha256: null, content: "1\n" };
    const kept = { path: "kept.js", base_sha256: sha256("kept\n"), edits: [{ find: "kept", replace: "changed" }] };
    const made = [
      { path: "greet.js", base_sha256: sha256("1\n"), edits: [] },
      { path: "kept.js", base_sha256: sha256("changed\n"), edits: [] },
    ];
    const answer = (...writes: readonly object[]) => JSON.stringify({ summary: "It is done.", writes });
    scene.answers({
      "WO-01/attempt-1": answer(greet, kept, written("wrong\n"), renamed),
      "WO-01/attempt-2": answer(...made, written("right\n"), renamed),
    });
    const begun = await scene.runAll(["--branch", "work", ...(isResumed ? ["--max-attempts", "1"] : [])]);
    const resume = ["resume", "--artifacts-dir", scene.artifacts, "--max-attempts", "+1"];
    const { code, stderr } = isResumed ? await scene.llmch(resume) : begun;
    expect([code, stderr.replace("warning: NO TEST RAN", "")]).toEqual([0, expect.not.stringContaining("warning")]);
    expect(scene.git("show", "--format=", "--name-status", "--no-renames", "work")).toBe(
      "A\tgreet.js\nM\tkept.js\nA\tmore.js\nA\tnew.js\nD\told.js",
    );
    for (const more of [[], ["--branch", "work", "--repo", scene.repo]]) {
      const audited = await scene.llmch(["audit", ...more, "--artifacts-dir", scene.artifacts, "--json"]);
      expect([audited.code, JSON.parse(audited.stdout)]).toMatchObject([
        0,
        { verdict: "PASS", errors: [], warnings: [] },
      ]);
    }
  },
);
