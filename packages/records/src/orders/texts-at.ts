import { looksLikeSecretFile } from "@llmch/contract";
import type { ShownText } from "@llmch/planner";
import { textsThatFit } from "@llmch/text";
import { type Repository, textsAtCommits } from "@llmch/workspace";

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
  const found = await textsAtCommits(
    repo.git,
    paths.map((path) => ({ commit, path })),
  );
  const texts = paths.flatMap((path) => {
    const text = found.get(`${commit}:${path}`);
    return text === undefined ? [] : [{ path, text }];
  });
  return textsThatFit(texts, mostBytes);
};
