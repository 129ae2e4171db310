import { resolve } from "node:path";
import type { Context } from "@llmch/config";
import { repoPath } from "@llmch/contract";
import { withRepoTexts } from "@llmch/records";
import type { RunStory } from "@llmch/story";
import {
  accepted,
  printable,
  type Refusal,
  type Result,
  refusal,
  rejected,
  SHA256_OF_NOTHING,
  shellWord,
} from "@llmch/text";
import { addWorktree, inspectFile, openRepository, removeFileInTree, writeFileInTree } from "@llmch/workspace";
import { storyWithAttempts } from "./choose.ts";

/** A new worktree at the commit that an order began from, with the files that an attempt proposed. */
export interface AppliedProposal {
  readonly directory: string;
  readonly order: string | null;
  readonly attempt: number;
  readonly files: readonly string[];
  /** Why others were left out, a sentence each. */
  readonly leftOut: readonly string[];
}

/** Puts what an attempt proposed, by default the last that proposed anything, into a new worktree; the checkout stays as it is. */
export const applyProposal = async (
  whole: RunStory,
  { apply, attempt: asked }: { readonly apply: string; readonly attempt?: number | undefined },
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<AppliedProposal, Refusal>> => {
  const told = storyWithAttempts(whole);
  const no = (message: string, hint: string) => rejected(refusal("usage", message, hint));
  if (told?.kind !== "factory" || told.config === null || told.baseline === null)
    return no(`the run ${whole.run_id} has no order whose files could be had`, "name another run, or an --order");
  const { attempts } = await withRepoTexts(told, env);
  const found = attempts.findLast(({ attempt, proposal }) => proposal !== null && attempt === (asked ?? attempt));
  if (found?.proposal == null) return no("no files were proposed there", `\`llmch show ${told.run_id}\` says why`);
  const repo = await openRepository(told.config.repo, env);
  if (!repo.ok) return repo;
  const directory = resolve(cwd, apply);
  const fault = await addWorktree(repo.value, directory, told.baseline);
  if (fault !== null) return no(`${directory} cannot be made a worktree: ${fault}`, "name a folder that is not there");
  const [files, leftOut]: [string[], string[]] = [[], []];
  const put = (path: string, content: string | null, isGone: boolean): void => {
    const why = content === null && !isGone ? UNKNOWN : putInto(directory, path, isGone ? null : content);
    why === null ? files.push(path) : leftOut.push(`${path}: ${why}`);
  };
  for (const { path, kind, content, rename_to: to } of found.proposal.writes) {
    put(path, content, kind === "delete" || to !== null);
    if (to !== null) put(to, content, false);
  }
  return accepted({ directory, order: told.order, attempt: found.attempt, files, leftOut });
};

const UNKNOWN = "the repo does not hold what its edits were based on";

/** Why a file was left out; null if it was not. A model may have named any path: none leads out of the tree, nor through a link. */
const putInto = (root: string, named: string, content: string | null): string | null => {
  const path = repoPath(named);
  if (path === null) return "it is no path in the repo";
  const state = inspectFile(root, path, new Set());
  if (state.kind === "blocked" || state.kind === "obstructed") return state.why;
  const file = { path, baseSha256: state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING };
  const bytes = new TextEncoder().encode(content ?? "");
  const done =
    content === null
      ? removeFileInTree(root, { ...file, kind: "remove" })
      : writeFileInTree(root, { ...file, kind: "write", content: bytes, executable: null });
  return done.ok ? null : done.issues[0];
};

/** What was made, and how a person goes on with it. */
export const appliedInWords = ({ directory, order, attempt, files, leftOut }: AppliedProposal) => {
  const at = shellWord(directory);
  const made = `${directory}: attempt ${attempt} of ${order}: ${files.join(", ")}`;
  const finish = `git -C ${at} switch -c NAME, and once it is right: llmch land ${order} --repo ${at}`;
  return { lines: [made, ...leftOut.map((why) => `left out: ${why}`)].map(printable), next: [finish] };
};
