import { createPlaceholders, type FileWrite, type Proposal, REDACTED, type Redactor, repoPath } from "@llmch/contract";
import { putBack } from "@llmch/factory";
import type { CommitReader } from "@llmch/workspace";

/** The write as it was made, or null if a secret in it is not known here. */
export type WholeWrite = (write: FileWrite) => FileWrite | null;

/**
 * Replaces a proposal's placeholders with secrets, as the run did: the recorded proposal contains none.
 * @param allowed the order's allowed files
 */
export const proposedSecrets = async (
  commits: CommitReader,
  baseline: string | null,
  { writes }: Proposal,
  allowed: readonly string[],
  redactor: Redactor,
): Promise<WholeWrite> => {
  // Most proposals have no placeholders, so nothing has to be read for them.
  if (baseline === null || !JSON.stringify(writes).includes(REDACTED.slice(0, -1))) return (write) => write;
  const files = await commits.files(baseline, [...new Set(allowed.flatMap((path) => repoPath(path) ?? []))]);
  const texts = [...files].flatMap(([path, file]) => checkedOut(file).map((text) => ({ path, text })));
  const placeholders = createPlaceholders(redactor, texts);
  return (write) => {
    const base = texts.flatMap(({ path, text }) => (path === repoPath(write.path) ? [text] : []));
    const whole = putBack(write, base.join("\n"), placeholders);
    return whole.ok ? whole.value : null;
  };
};

/** The forms that the file may have had in the worktree: git may have changed its line endings. */
const checkedOut = ({ bytes }: { readonly bytes: Buffer }): readonly string[] => {
  const text = bytes.toString("utf8");
  return [...new Set([text, text.replace(/\r?\n/g, "\r\n")])];
};
