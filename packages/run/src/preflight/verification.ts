import { accepted, type JsonValue, type Refusal, type Result, rejected } from "@llmch/contract";
import type { Tree, VerifyChoices } from "@llmch/languages";
import type { LoadedOrder } from "@llmch/records";
import { verifyCommandOf } from "@llmch/records";
import { missingPrograms, treeAt } from "./programs.ts";
import type { Scene } from "./scene.ts";
import { verifyChoices } from "./verify-choices.ts";

/** Finds what verifies the commit to start from. Refuses if a program that this or the orders run is missing. */
export const findVerification = async (
  { repo, settings, env }: Scene,
  { baseline, pending }: { readonly baseline: string; readonly pending: readonly LoadedOrder[] },
  manifest: JsonValue,
): Promise<Result<{ readonly choices: VerifyChoices; readonly tree: Tree }, Refusal>> => {
  const { verify, setup } = settings.values;
  const choices = verifyChoices(verify, verifyCommandOf(manifest));
  if (!choices.ok) return choices;
  const tree = await treeAt(repo, baseline, choices.value, env);
  const found = accepted({ choices: choices.value, tree });
  // Programs that a setup installs cannot be found before it has run.
  if (setup.commands.length > 0) return found;
  const looking = { env, tree, repoDerives: setup.derive };
  const [missing] = await missingPrograms(pending, repo, baseline, choices.value, looking);
  return missing === undefined ? found : rejected(missing);
};
