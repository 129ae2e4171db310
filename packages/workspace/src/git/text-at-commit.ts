import { decodeUtf8 } from "@llmch/files";
import type { Repository } from "./repository.ts";

/** The text of a file as a commit has it; null where it has none, or it is no UTF-8. Links are not followed. */
export const textAtCommit = async (repo: Repository, commit: string, path: string): Promise<string | null> => {
  const blob = await repo.git.run(["cat-file", "blob", `${commit}:${path}`]);
  return blob.exitCode === 0 ? decodeUtf8(blob.stdout) : null;
};
