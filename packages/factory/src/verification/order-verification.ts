import type { WorkOrder } from "@llmch/contract";
import {
  commandInWords,
  exemptVerification,
  isInstallation,
  isTestFile,
  isWorkflow,
  NO_CHOICES,
  probedFiles,
  type Tree,
  tellingFiles,
  testRunsOf,
  type Verification,
  type VerifyChoices,
  type VerifyCommand,
  verificationOf,
} from "@llmch/languages";
import { type Files, textAt } from "../job/files.ts";
import type { OrderJob, VerifiedBy } from "../job/order-job.ts";
import type { PlannedCommand } from "../job/planned-command.ts";

const BY_ITS_TREE: VerifiedBy = { choices: NO_CHOICES, isInstalled: () => false };

/** How to verify the worktree after the order (contract §5.4). */
export const orderVerification = async (
  { order, verifiedBy = BY_ITS_TREE }: Pick<OrderJob, "order" | "verifiedBy">,
  workspace: Files,
  /** Whether the order's files have already been written. */
  when: "before" | "after",
): Promise<Verification & { readonly tree: Tree }> => {
  const tree = await readTree(workspace, verifiedBy);
  return { ...verificationIn(order, tree, verifiedBy.choices, when), tree };
};

/** What the repo's CI runs besides a tree's verification. */
export const ciAlone = async ({
  tree,
  commands,
}: Verification & { readonly tree: Tree }): Promise<readonly string[]> =>
  // Most repos need no parser.
  tree.files.some(isWorkflow) ? (await import("@llmch/languages/workflows")).unverifiedChecks(tree, commands) : [];

/** The same for a tree whose files have been read. */
export const verificationIn = (
  { verify_exempt, allowed_files }: Pick<WorkOrder, "verify_exempt" | "allowed_files">,
  tree: Tree,
  choices: VerifyChoices,
  when: "before" | "after",
): Verification => {
  if (!verify_exempt) return verificationOf(tree, choices);
  const there = new Set(tree.files);
  const written = when === "before" ? allowed_files : allowed_files.filter((path) => there.has(path));
  return exemptVerification(tree, written, choices);
};

/** The verification's commands, ready to run and display. */
export const plannedVerification = (commands: readonly VerifyCommand[], tree: Tree): readonly PlannedCommand[] => {
  const tests = tree.files.filter(isTestFile);
  return commands.map((command) => ({
    ...command,
    display: commandInWords(command),
    runs: testRunsOf(command, tree),
    installs: isInstallation(command, tree),
    testFiles: command.folder === null ? tests : tests.filter((path) => path.startsWith(`${command.folder}/`)),
  }));
};

/** Reads the files that determine how to verify the worktree. */
const readTree = async (workspace: Files, { choices, isInstalled }: VerifiedBy): Promise<Tree> => {
  const files = await workspace.presentFiles();
  const texts: Record<string, string> = {};
  for (const name of tellingFiles(files, choices.profiles)) {
    const text = await textAt(name, workspace);
    if (text !== null) texts[name] = text;
  }
  return { files, texts, present: probedFiles(files, choices.profiles).filter(isInstalled) };
};
