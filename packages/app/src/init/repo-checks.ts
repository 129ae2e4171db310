import type { Environment, JsonValue } from "@llmch/contract";
import { ciChecks, FORMATTER_TEXTS, formattersOf, isWorkflow, type OfferedFix } from "@llmch/languages";
import { readRepoTexts } from "@llmch/workspace";
import { jsonOfYaml } from "./yaml-json.ts";

/** What a repo's own files name as its checks and formatters. */
export interface RepoChecks {
  /** The commands with which its CI checks each change, in its order. */
  readonly ci: readonly string[];
  readonly fixes: readonly OfferedFix[];
}

const PRE_COMMIT = ".pre-commit-config.yaml";
/** No repo has more of them, or larger ones. */
const MOST_WORKFLOWS = 50;
const MOST_CHARACTERS = 64 * 1024;

/** Reads workflows, hooks and manifests. Ignores what is not YAML. */
export const repoChecks = async (root: string, files: readonly string[], env: Environment): Promise<RepoChecks> => {
  const workflows = files.filter(isWorkflow).slice(0, MOST_WORKFLOWS);
  const asked = [...workflows, PRE_COMMIT, ...FORMATTER_TEXTS].filter((path) => files.includes(path));
  const texts = await readRepoTexts(root, asked, env);
  const documentAt = (path: string): JsonValue => {
    const text = texts[path];
    if (text === undefined || text.length > MOST_CHARACTERS) return null;
    return jsonOfYaml(text);
  };
  const ci = ciChecks(workflows.map(documentAt));
  const fixes = formattersOf({ files, texts, present: [] }, { commands: ci, preCommit: documentAt(PRE_COMMIT) });
  return { ci, fixes };
};
