import { type Placeholders, type RepoPath, repoPath, type WorkOrder } from "@llmch/contract";
import { sha256Hex, utf8Text } from "@llmch/text";
import { type EarlierWork, type MadeFile, NO_WORK } from "../prompt/made-file.ts";
import type { OrderFile } from "../prompt/order-files.ts";
import { parseAnswer } from "./parse-proposal.ts";
import { type Settings, validateProposal } from "./validate.ts";

/**
 * What the last applicable answer made of the files, whatever its outcome. Depends only on the answers and the baseline files, so a
 * resumed run arrives at the same.
 */
export const earlierWork = (
  order: WorkOrder,
  files: readonly OrderFile[],
  previous: readonly { readonly attempt: number; readonly answer: string | null }[],
  settings: Settings,
  placeholders?: Placeholders,
): EarlierWork => {
  let work = NO_WORK;
  for (const { attempt, answer } of previous) {
    const read = answer === null ? null : parseAnswer(answer);
    if (read === null || !read.ok || read.value.kind !== "proposal") continue;
    const { proposal } = read.value;
    const verdict = validateProposal(order, proposal, files, settings, work.made, placeholders);
    if (!verdict.ok) continue;
    const contents = new Map(verdict.changes.flatMap((each) => (each.kind === "write" ? [[each.path, each]] : [])));
    const next = new Map<RepoPath, MadeFile>();
    for (const write of verdict.writes) {
      const path = repoPath(write.kind === "rename" ? write.rename_to : write.path);
      const change = path === null ? undefined : contents.get(path);
      const text = change === undefined ? null : utf8Text(change.content);
      if (path === null || change === undefined || text === null) continue;
      const { content: data, executable } = change;
      const state = {
        kind: "file",
        sha256: sha256Hex(data),
        bytes: data.length,
        data,
        text,
        marked: null,
        executable: executable === true,
      } as const;
      next.set(path, { state, attempt });
    }
    const removed = verdict.changes.flatMap((each) => (each.kind === "remove" ? [each.path] : []));
    work = { made: next, removed };
  }
  return work;
};
