import { join } from "node:path";
import { linksOn } from "@llmch/files";
import { ARTIFACT_FOLDERS, keyFileFault, resolveArtifactsRoot } from "@llmch/store";
import { type Environment, type Refusal, refusal } from "@llmch/text";

/**
 * Why no records are written or removed in the artifacts root: the key that is to mark them cannot be used, or on the way to one of its
 * folders is a link that git tracks, so whoever made the repo chose where it leads. Null if neither holds; a link that the user made is
 * the user's choice.
 */
export const recordsFault = async (
  { artifactsDir }: { readonly artifactsDir?: string | undefined },
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<Refusal | null> => {
  const unmarked = keyFileFault(env);
  if (unmarked !== null) return unmarked;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const links = new Set(ARTIFACT_FOLDERS.flatMap((name) => linksOn(join(root, name))));
  if (links.size === 0) return null;
  const { isTracked } = await import("@llmch/workspace");
  for (const link of links) {
    if (!(await isTracked(link, env))) continue;
    const message = `${root} is no place for records: ${link} is a symbolic link that the repo tracks`;
    return refusal("not-writable", message, "remove the link, or name another folder with --artifacts-dir");
  }
  return null;
};
