import { editText, type FileWrite, type Placeholders, repoPath, sha256Hex, type WorkOrder } from "@llmch/contract";
import { type MadeFile, type MadeFiles, madeBase, NOTHING_MADE } from "../prompt/made-file.ts";
import type { OrderFile } from "../prompt/order-files.ts";
import { parseAnswer } from "./parse-proposal.ts";
import { type Settings, validateProposal } from "./validate.ts";

/**
 * The files as the last applicable answer made them, whatever its outcome. Depends only on the answers and the baseline files, so a
 * resumed run arrives at the same.
 */
export const madeFiles = (
  order: WorkOrder,
  files: readonly OrderFile[],
  previous: readonly { readonly attempt: number; readonly answer: string | null }[],
  settings: Settings,
  placeholders?: Placeholders,
): MadeFiles => {
  let made = NOTHING_MADE;
  for (const { attempt, answer } of previous) {
    const read = answer === null ? null : parseAnswer(answer);
    if (read === null || !read.ok || read.value.kind !== "proposal") continue;
    const { proposal } = read.value;
    const verdict = validateProposal(order, proposal, files, settings, made, placeholders);
    if (!verdict.ok) continue;
    const contents = new Map(
      verdict.changes.flatMap((each) => (each.kind === "write" ? [[each.path, each.content]] : [])),
    );
    const next = new Map<string, MadeFile>();
    for (const write of verdict.writes) {
      const path = repoPath(write.kind === "rename" ? write.rename_to : write.path);
      const base = baseOf(write, files, made);
      const [text, data] = [textOf(write, base.text), path === null ? undefined : contents.get(path)];
      if (path === null || text === null || data === undefined) continue;
      const { length: bytes } = data;
      const state = {
        kind: "file",
        sha256: sha256Hex(data),
        bytes,
        data,
        text,
        marked: null,
        executable: false,
      } as const;
      next.set(path, { state, attempt, isTold: !base.isMade });
    }
    made = next;
  }
  return made;
};

const baseOf = (write: FileWrite, files: readonly OrderFile[], made: MadeFiles) => {
  const path = repoPath(write.path);
  const earlier = path === null ? undefined : madeBase(write, path, made);
  const state = files.find((file) => file.path === path)?.state;
  const standing = state?.kind === "file" ? state.text : null;
  return { text: earlier === undefined ? standing : earlier.text, isMade: earlier !== undefined };
};

const textOf = (write: FileWrite, base: string | null): string | null => {
  if (write.kind === "content") return write.content;
  if (write.kind === "delete" || base === null) return null;
  const edited = editText(base, write.edits);
  return edited.ok ? edited.value : null;
};
