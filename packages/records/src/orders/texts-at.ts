import { looksLikeSecretFile, textsThatFit } from "@llmch/contract";
import { decodeUtf8 } from "@llmch/files";
import type { ShownText } from "@llmch/planner";
import { filesAtCommit, type Repository } from "@llmch/workspace";

/**
 * The texts of files at a commit, in order, as many as fit. Files that look like secrets are left out.
 * @param named files that an order names, included even if they look like secrets
 */
export const textsAt = async (
  repo: Repository,
  commit: string,
  {
    wanted,
    named,
    mostBytes,
  }: { readonly wanted: readonly string[]; readonly named: readonly string[]; readonly mostBytes: number },
): Promise<readonly ShownText[]> => {
  const paths = [...new Set([...wanted.filter((path) => !looksLikeSecretFile(path)), ...named])];
  const files = await filesAtCommit(repo, commit, paths);
  const texts = paths.flatMap((path) => {
    const bytes = files.get(path);
    const text = bytes === undefined ? null : decodeUtf8(bytes);
    return text === null ? [] : [{ path, text }];
  });
  return textsThatFit(texts, mostBytes);
};
