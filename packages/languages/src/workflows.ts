import type { JsonValue } from "@llmch/text";
import { ciChecks, isWorkflow } from "./checks/ci-checks.ts";
import { distinctChecks, localChecks } from "./checks/distinct-checks.ts";
import { jsonOfYaml } from "./checks/yaml-json.ts";
import type { Tree } from "./place.ts";
import type { VerifyCommand } from "./profile.ts";
import { commandInWords } from "./verification.ts";

/** No repo has a larger one. */
const MOST_CHARACTERS = 64 * 1024;

/** A YAML file of a tree as JSON; null if its text is not there, or is none. */
export const yamlIn = ({ texts }: Pick<Tree, "texts">, path: string): JsonValue => {
  const text = texts[path];
  return text === undefined || text.length > MOST_CHARACTERS ? null : jsonOfYaml(text);
};

/** The commands with which the CI of a tree checks each change and that can run here, in its order. */
export const workflowChecks = (tree: Tree): readonly string[] =>
  localChecks(ciChecks(tree.files.filter(isWorkflow).map((path) => yamlIn(tree, path))), tree);

/** Those that what verifies the tree leaves out. */
export const unverifiedChecks = (tree: Tree, verifying: readonly VerifyCommand[]): readonly string[] => {
  const own = verifying.map(commandInWords);
  return distinctChecks([...own, ...workflowChecks(tree)], tree).filter((command) => !own.includes(command));
};
