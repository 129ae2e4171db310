import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOSTILE_ACTS, type HostileAct } from "./hostile-acts.ts";

/** A program that nobody may run. */
export interface Canary {
  /** Where it is; beside it lies `git-remote-canary`, the same for whoever has the folder on the PATH. */
  readonly script: string;
  readonly folder: string;
  /** What was run, one call a line; empty where nothing was. */
  song(): string;
  remove(): void;
}

export const makeCanary = (): Canary => {
  // Some settings are run without a shell: their path holds no space.
  const folder = mkdtempSync(join(tmpdir(), "llmch-canary-"));
  const song = join(folder, "song");
  const script = join(folder, "evil.sh");
  for (const file of [script, join(folder, "git-remote-canary")]) {
    writeFileSync(file, `#!/bin/sh\necho "$0 $*" >> ${song}\nexit 1\n`);
    chmodSync(file, 0o755);
  }
  return {
    script,
    folder,
    song: () => (existsSync(song) ? readFileSync(song, "utf8") : ""),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** How a repo is turned. */
export interface Hostility {
  readonly acts?: readonly HostileAct[];
  readonly canary?: Canary;
  /** Which files attributes are given to. */
  readonly pattern?: string;
}

/** Turns a repo's configuration, hooks and attributes against whoever runs git there. Each act runs the canary. */
export const makeHostile = (
  repo: { readonly path: string },
  { acts = HOSTILE_ACTS, canary = makeCanary(), pattern = "*" }: Hostility = {},
): Canary => {
  const { script, folder } = canary;
  for (const act of acts) act.turn({ repo: repo.path, script, folder, pattern });
  return canary;
};
