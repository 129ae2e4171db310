import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOSTILE_ACTS, type HostileAct } from "./hostile-acts.ts";

/** A program that nobody may run. */
export interface Canary {
  /** Its path. `git-remote-canary`, beside it, is the same for a process with the folder on its PATH. */
  readonly script: string;
  readonly folder: string;
  /** The calls that ran, one per line; empty if there were none. */
  song(): string;
  remove(): void;
}

export const makeCanary = (): Canary => {
  // Some settings run without a shell, so their path holds no space.
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

/** How to make a repo hostile. */
export interface Hostility {
  readonly acts?: readonly HostileAct[];
  readonly canary?: Canary;
  /** The files that get attributes. */
  readonly pattern?: string;
}

/** Turns a repo's configuration, hooks and attributes against anyone who runs git there. Each act runs the canary. */
export const makeHostile = (
  repo: { readonly path: string },
  { acts = HOSTILE_ACTS, canary = makeCanary(), pattern = "*" }: Hostility = {},
): Canary => {
  const { script, folder } = canary;
  for (const act of acts) act.turn({ repo: repo.path, script, folder, pattern });
  return canary;
};
