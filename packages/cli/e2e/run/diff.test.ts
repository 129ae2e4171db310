import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pseudoTerminal } from "@llmch/testkit";
import { describe, expect, it } from "vitest";
import { createScene } from "../scene.ts";

const ran = async () => {
  const scene = createScene();
  scene.order();
  scene.order({ id: "WO-02", title: "Part", allowed_files: ["part.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "part.js": "2;\n" }),
  });
  expect((await scene.runAll(["--branch", "work"])).code).toBe(0);
  const diff = (...argv: string[]) => scene.llmch(["diff", ...argv, "--artifacts-dir", scene.artifacts]);
  return { scene, diff };
};

describe.concurrent("the diff of a run", () => {
  it("is git's own, of its branch or of one order's commit", async () => {
    const { scene, diff } = await ran();
    expect((await diff()).stdout).toBe(`${scene.git("diff", "main", "work")}\n`);
    const one = `${scene.git("diff", "work^", "work")}\n`;
    for (const argv of [["last", "WO-02"], ["WO-02"], ["work", "2"]]) expect((await diff(...argv)).stdout).toBe(one);
    expect(JSON.parse((await diff("--json")).stdout)).toMatchObject({
      ...{ command: "diff", verdict: "PASS", from: scene.git("rev-parse", "main"), to: scene.git("rev-parse", "work") },
      patch: expect.stringContaining("+2;"),
    });
  });

  it("runs nothing that the repo names", async () => {
    const { scene, diff } = await ran();
    const evil = join(scene.root, "evil");
    writeFileSync(evil, `#!/bin/sh\ntouch '${evil}.ran'\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(scene.repo, ".git/info"), { recursive: true });
    writeFileSync(join(scene.repo, ".git/info/attributes"), "*.js diff=evil\n");
    for (const name of ["diff.external", "diff.evil.textconv", "diff.evil.command", "core.pager", "core.fsmonitor"])
      scene.git("config", name, evil);
    expect((await diff()).stdout).toContain("+1;");
    expect(existsSync(`${evil}.ran`)).toBe(false);
  });

  it("takes the user's pager on a terminal", { tags: "pseudo-terminal" }, async () => {
    const { scene } = await ran();
    const { stdout } = await scene.llmch(["diff", "--artifacts-dir", scene.artifacts], {
      under: pseudoTerminal({ columns: 80, rows: 24 }),
      env: { GIT_PAGER: "test -t 1 && sed 's/^/paged /'", TERM: "xterm" },
    });
    expect(stdout).toMatch(/paged \S*diff --git a\/greet.js/);
    expect(stdout).toContain("\u001b[32m+\u001b[m\u001b[32m1;");
  });

  it("says why there is none", async () => {
    const scene = createScene();
    scene.order();
    scene.answers({ "WO-01/attempt-1": "no" });
    await scene.run(["--max-attempts", "1"]);
    const { code, stderr } = await scene.llmch(["diff", "--artifacts-dir", scene.artifacts]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/made no commit: `llmch show/);
  });
});
