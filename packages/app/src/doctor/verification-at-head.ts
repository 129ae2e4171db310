import type { Settings } from "@llmch/contract/settings";
import { type Tree, type Verification, type VerifyChoices, verificationOf } from "@llmch/languages";
import { treeAt, verifyChoices } from "@llmch/run";
import { accepted, type Environment, type Refusal, type Result } from "@llmch/text";
import type { Repository } from "@llmch/workspace";

interface VerificationAtHead extends Verification {
  readonly commit: string;
  readonly choices: VerifyChoices;
  readonly tree: Tree;
}

/** What verifies a repo after each order, by the settings and its tree at HEAD; null if it has no commit. Runs nothing. */
export const verificationAtHead = async (
  repo: Repository,
  { verify }: Pick<Settings, "verify">,
  env: Environment,
): Promise<Result<VerificationAtHead, Refusal> | null> => {
  const { commit } = await repo.head();
  if (commit === null) return null;
  const choices = verifyChoices(verify, null);
  if (!choices.ok) return choices;
  const tree = await treeAt(repo, commit, choices.value, env);
  return accepted({ commit, choices: choices.value, tree, ...verificationOf(tree, choices.value) });
};
