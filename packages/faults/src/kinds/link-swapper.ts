import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RepoPath, repoPath } from "@llmch/contract";
import { filesBelow, rudeProgram } from "@llmch/testkit";
import { SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";
import type { FaultKind } from "../kind.ts";
import { standingOf } from "../standing.ts";
import { openWorktree } from "../worktree.ts";

const DIRECTORY = "stays/swap";
const LEAF = "stays/leaf";
/** Names that also exist outside, so that a link leads somewhere, and other names. */
const PATHS = [
  `${DIRECTORY}/leaf`,
  `${DIRECTORY}/new`,
  `${DIRECTORY}/deep/leaf`,
  `${DIRECTORY}/deep/new`,
  LEAF,
].flatMap((path): RepoPath[] => {
  const safe = repoPath(path);
  return safe === null ? [] : [safe];
});

/**
 * llmch writes files while another process replaces their directories and the files themselves with links (reliability, F2).
 */
export const linkSwapper: FaultKind = {
  name: "link-swapper",
  promise: "applies against swapped links: no write outside",
  trials: { full: 10_000, sample: 1_000 },
  parallel: 1,
  isAlone: true,
  needs: [],
  prepare: async ({ folder }) => {
    const { worktree, remove } = await openWorktree({ "stays/README.md": "hello\n" });
    const outside = join(folder, "outside");
    const parking = join(folder, "parking");
    for (const made of [join(outside, "deep"), parking]) mkdirSync(made, { recursive: true });
    for (const path of ["leaf", "deep/leaf"]) writeFileSync(join(outside, path), "leaf\n");
    const before = standingOf(outside);
    const inTree = (path: string) => join(worktree.root, path);
    const places = [inTree(DIRECTORY), outside, parking, inTree(LEAF), join(outside, "leaf")];
    const swapper = spawn(process.execPath, [rudeProgram("swaps-links"), ...places], { stdio: "ignore" });
    let written = 0;
    let refused = 0;
    return {
      run: async ({ number, random }) => {
        const path = random.pick(PATHS);
        const state = await worktree.inspect(path);
        const baseSha256 = state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING;
        const content = utf8Bytes(`trial ${number}\n`);
        const isToGo = state.kind === "file" && number % 3 === 0;
        const done = await worktree.apply(
          isToGo
            ? { kind: "remove", path, baseSha256 }
            : { kind: "write", path, content, baseSha256, executable: null },
        );
        if (done.ok) written += 1;
        else refused += 1;
        return standingOf(outside) === before ? null : `${path} was changed outside: ${filesBelow(outside).join(", ")}`;
      },
      close: async () => {
        swapper.kill("SIGKILL");
        remove();
        return written > 0 && refused > 0 ? null : `${written} written, ${refused} refused: the swapper struck nothing`;
      },
    };
  },
};
