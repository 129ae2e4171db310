import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BINARY } from "../command-line.ts";
import { createScene, type Scene } from "../scene.ts";

/** Runs a command beside a folder that is a disk of its own, without any room. */
const besideFullDisk = (disk: string, command: readonly string[], env: Readonly<Record<string, string>>) =>
  spawnSync(
    "unshare",
    [
      "-rm",
      "sh",
      "-c",
      'mount -t tmpfs -o size=4k none "$DISK" && head -c 4096 /dev/zero >"$DISK/full" && exec "$@"',
      "sh",
    ].concat(command),
    { encoding: "utf8", env: { PATH: process.env.PATH, LLMCH_CONFIG: "/dev/null", DISK: disk, ...env } },
  );

const fullScene = (): { readonly scene: Scene; readonly disk: string } => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  scene.commit({ ".gitattributes": "*.bin binary\n" });
  const disk = join(scene.root, "disk");
  mkdirSync(disk);
  return { scene, disk };
};

test.each([["--dry-run"], ["--no-sandbox"]])(
  "with %s, a temporary folder on a full disk is refused by its name, and nothing is created",
  { tags: "own-mounts" },
  (flag) => {
    const { scene, disk } = fullScene();
    const target = ["--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--branch", "work"];
    const argv = [
      process.execPath,
      BINARY,
      "run-all",
      scene.orders,
      ...target,
      "--replay",
      scene.record,
      flag,
      "--json",
    ];
    const { status, stdout } = besideFullDisk(disk, argv, { HOME: scene.root, TMPDIR: disk });
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: "REFUSED",
      errors: [{ code: "not-writable", message: expect.stringContaining(`${disk} cannot be written (`) }],
    });
    expect(status).toBe(1);
    expect(scene.runs("run-all")).toEqual([]);
  },
);
