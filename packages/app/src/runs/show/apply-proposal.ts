import { resolve } from "node:path";
import type { Context } from "@llmch/config";
import { repoPath } from "@llmch/contract";
import { withRepoTexts } from "@llmch/records";
import type { ProposedWrite, RunStory } from "@llmch/story";
import { accepted, type Refusal, type Result, refusal, rejected, SHA256_OF_NOTHING } from "@llmch/text";
import { addWorktree, inspectFile, openRepository, removeFileInTree, writeFileInTree } from "@llmch/workspace";
import { chooseAttempt, storyWithAttempts } from "./choose.ts";

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
  const order = storyWithAttempts(whole);
  const no = (message: string, hint: string) => rejected(refusal("usage", message, hint));
  if (order?.kind !== "factory" || order.config === null || order.baseline === null)
    return no(`the run ${whole.run_id} has no order whose files could be had`, "name another run, or an --order");
  const chosen = asked === undefined ? accepted(asked) : chooseAttempt(order, asked);
  if (!chosen.ok) return chosen;
  const { attempts } = await withRepoTexts(order, env);
  const found = attempts.findLast(({ attempt, proposal }) => proposal !== null && attempt === (asked ?? attempt));
  if (found?.proposal == null) return no("no files were proposed", `\`llmch show ${order.run_id}\` says why`);
  const repo = await openRepository(order.config.repo, env);
  if (!repo.ok) return repo;
  const directory = resolve(cwd, apply);
  const added = await addWorktree(repo.value, directory, order.baseline);
  if (!added.ok)
    return no(`${directory} cannot be made a worktree: ${added.issues[0]}`, "name a folder that is not there");
  const put = found.proposal.writes
    .flatMap(filesOf)
    .map(([path, content]) => ({ path, why: putInto(directory, path, content) }));
  return accepted({
    ...{ directory, order: order.order, attempt: found.attempt },
    files: put.flatMap(({ path, why }) => (why === null ? [path] : [])),
    leftOut: put.flatMap(({ why }) => why ?? []),
  });
};

/** The files that a write changes, with what is in them then: null for one that goes, undefined if that is not known. */
const filesOf = ({ path, kind, content, rename_to: to }: ProposedWrite) =>
  kind === "delete" || to !== null
    ? [[path, null] as const, ...(to === null ? [] : [[to, content ?? undefined] as const])]
    : [[path, content ?? undefined] as const];

/** Why a file was left out; null if it was not. A model may have named any path: none leads out of the tree, nor through a link. */
const putInto = (root: string, named: string, content: string | null | undefined): string | null => {
  const path = repoPath(named);
  if (path === null) return `${named} is no path in the repo`;
  if (content === undefined) return `${path}: the repo does not hold what its edits were based on`;
  const state = inspectFile(root, path, new Set());
  if (state.kind === "blocked" || state.kind === "obstructed") return state.why;
  const file = { path, baseSha256: state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING };
  const put =
    content === null
      ? removeFileInTree(root, { ...file, kind: "remove" })
      : writeFileInTree(root, { ...file, kind: "write", content: new TextEncoder().encode(content), executable: null });
  return put.ok ? null : put.issues[0];
};
