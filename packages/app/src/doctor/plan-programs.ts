import type { Context } from "@llmch/config";
import type { Settings } from "@llmch/contract/settings";
import { commandInWords, type Tree, uncoveredInWords, uncoveredProjects, type VerifyChoices } from "@llmch/languages";
import { type LoadFault, loadOrderDirectory, readManifestBeside, verifyCommandOf } from "@llmch/records";
import { missingPrograms, verifyChoices } from "@llmch/run";
import { counted } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import { type Finding, fine, missing, warned } from "./finding.ts";
import { unverified } from "./unverified.ts";
import { verificationAtHead } from "./verification-at-head.ts";

const NOT_LOOKED_FOR = fine("programs", "not looked for: setup.commands may install them in a run's worktree");

/** Checks the programs and modules that the repo's verification needs before any order. */
export const examineVerification = async (
  repo: Repository,
  { verify, setup }: Pick<Settings, "verify" | "setup">,
  { env }: Pick<Context, "env">,
): Promise<readonly Finding[]> => {
  const found = await verificationAtHead(repo, { verify }, env);
  if (found === null) return [];
  if (!found.ok) return found.issues.map((issue) => missing("programs", issue));
  const { commit, choices, tree, commands, reason } = found.value;
  const left = uncovered(tree, choices);
  if (commands.length === 0) return [unverified("programs", reason)];
  if (setup.commands.length > 0) return [NOT_LOOKED_FOR, ...left];
  const lacking = await missingPrograms(null, repo, commit, choices, { env, repoDerives: [] });
  const names = commands.map(commandInWords).join(", ");
  return lacking.length === 0
    ? [fine("programs", `what verifies the repo is there: ${names}`), ...left]
    : [...lacking.map((refusal) => missing("programs", refusal)), ...left];
};

/** Projects of the repo that nothing verifies. */
const uncovered = (tree: Tree, choices: VerifyChoices): readonly Finding[] => {
  const said = uncoveredInWords(uncoveredProjects(tree, choices));
  return said === null ? [] : [warned("projects", said, "set verify.commands, as `llmch init` suggests")];
};

/** Checks the orders of a plan, and the programs and modules that their commands and verification need. */
export const examinePlan = async (
  directory: string,
  repo: Repository | null,
  { verify, setup }: Pick<Settings, "verify" | "setup">,
  { env }: Pick<Context, "env">,
): Promise<readonly Finding[]> => {
  const unusable = (issue: LoadFault): Finding => {
    const hint = "hint" in issue ? issue.hint : `\`llmch check ${directory}\` says more`;
    return missing("plan", { message: issue.message, hint });
  };
  const loaded = await loadOrderDirectory(directory);
  if (!loaded.ok) return loaded.issues.map(unusable);
  const orders = loaded.value;
  const plan = fine("plan", `${counted(orders.length, "order")} in ${directory}`);
  const { document, fault } = await readManifestBeside(directory);
  if (fault !== null) return [unusable(fault)];
  const choices = verifyChoices(verify, verifyCommandOf(document));
  if (!choices.ok) return choices.issues.map((issue) => missing("plan", issue));
  const commit = repo === null ? null : (await repo.head()).commit;
  if (repo === null || commit === null) return [plan];
  if (setup.commands.length > 0) return [plan, NOT_LOOKED_FOR];
  const lacking = await missingPrograms(orders, repo, commit, choices.value, { env, repoDerives: setup.derive });
  return lacking.length === 0
    ? [plan, fine("programs", "every program that the orders' commands need is there")]
    : [plan, ...lacking.map((refusal) => missing("programs", refusal))];
};
