import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BINARY } from "../command-line.ts";
import { createScene } from "../scene.ts";

test.each([["made"], ["."]])(
  "what a command without a sandbox mounts at %s of the worktree stays as it is, and its place is named",
  { tags: "own-mounts" },
  (place) => {
    const scene = createScene();
    const kept = join(scene.root, "kept");
    mkdirSync(kept);
    writeFileSync(join(kept, "file"), "precious\n");
    scene.commit({ "scripts/verify.sh": `mkdir -p made\nmount --bind '${kept}' "$PWD/${place}"\n` });
    scene.order();
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    const target = ["--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--branch", "work"];
    const how = ["--replay", scene.record, "--no-sandbox", "--json"];
    const argv = ["-rm", process.execPath, BINARY, "run-all", scene.orders, ...target, ...how];
    const env = { PATH: process.env.PATH, LLMCH_CONFIG: "/dev/null", HOME: scene.root, TMPDIR: scene.temporary };
    const { status, stdout, stderr } = spawnSync("unshare", argv, { encoding: "utf8", env });
    expect(readdirSync(kept)).toEqual(["file"]);
    expect(`${stdout}${stderr}`).toMatch(/something is mounted at \S+, and nothing of it may be removed: unmount it/);
    expect(status).not.toBe(0);
  },
);
