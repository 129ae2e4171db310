import { readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { type FileWrite, promptLimits } from "@llmch/contract";
import { readOrderFiles, validateProposal } from "@llmch/factory";
import { checkOrders } from "@llmch/planner";
import { SYNTAX_READERS } from "@llmch/syntax";
import { workOrder } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import type { Worktree } from "@llmch/workspace";
import type { FaultKind } from "../kind.ts";
import { standingOf } from "../standing.ts";
import { openWorktree } from "../worktree.ts";
import { HARMLESS, HOSTILE, REPO_FILES } from "./spellings.ts";

const CONTENT = "written\n";

/** An order allows a path and a model writes it, in every possible way (reliability, F3 to F5). */
export const hostilePaths: FaultKind = {
  name: "hostile-paths",
  promise: "paths outside, in .git, or that collide: none accepted; harmless ones land inside",
  trials: { full: HOSTILE.length + HARMLESS.length, sample: HOSTILE.length + HARMLESS.length },
  parallel: 1,
  isAlone: true,
  needs: [],
  prepare: async () => {
    const { worktree, remove } = await openWorktree(REPO_FILES);
    const before = standingOf(worktree.root);
    return {
      run: async ({ number }) => {
        const harmless = HARMLESS[number - HOSTILE.length];
        if (harmless !== undefined) return await landsInside(worktree, harmless);
        const path = HOSTILE[number] ?? "";
        const name = JSON.stringify(path.slice(0, 80));
        for (const form of FORMS) {
          const fault = await propose(worktree, path, form);
          if (fault === null) {
            await worktree.reset();
            return `a ${form} of ${name} was accepted`;
          }
          if (standingOf(worktree.root) !== before)
            return `a ${form} of ${name} was refused (${fault}), but the tree has changed`;
        }
        return null;
      },
      close: async () => {
        remove();
        return null;
      },
    };
  },
};

const FORMS = ["content", "delete", "rename"] as const;
/** The source of a rename to it. */
const SOURCE = "other.md";

/** Why an answer cannot change a path that the order itself allows; null if it can. */
const propose = async (worktree: Worktree, path: string, form: (typeof FORMS)[number]): Promise<string | null> => {
  const asked = workOrder({ allowed_files: [path, SOURCE], postconditions: [], acceptance_commands: ["true"] });
  // Even if the order itself is refused, try the defences behind that.
  const [standing] = checkOrders([JSON.parse(JSON.stringify(asked))], SYNTAX_READERS).orders;
  const order = standing?.order ?? asked;
  const files = await readOrderFiles(order, worktree);
  const hashOf = (name: string) => sha256Hex(REPO_FILES[name] ?? "");
  const writes: Readonly<Record<typeof form, FileWrite>> = {
    content: { kind: "content", path, base_sha256: hashOf(path), content: CONTENT },
    delete: { kind: "delete", path, base_sha256: hashOf(path) },
    rename: { kind: "rename", path: SOURCE, base_sha256: hashOf(SOURCE), rename_to: path, edits: [] },
  };
  const verdict = validateProposal(order, { summary: "", writes: [writes[form]] }, files, promptLimits(400_000));
  if (!verdict.ok) return verdict.faults.join("; ");
  for (const change of verdict.changes) {
    const done = await worktree.apply(change);
    if (!done.ok) return done.issues[0];
  }
  return null;
};

const landsInside = async (worktree: Worktree, path: string): Promise<string | null> => {
  const fault = await propose(worktree, path, "content");
  if (fault !== null) return `${JSON.stringify(path)} was refused: ${fault}`;
  const real = realpathSync(join(worktree.root, path));
  const content = readFileSync(real, "utf8");
  await worktree.reset();
  if (!real.startsWith(worktree.root + sep)) return `${path} landed at ${real}`;
  return content === CONTENT ? null : `${path} holds ${JSON.stringify(content)}`;
};
