import { canaryRepo } from "./canary-repo/canary-repo.ts";
import { hostilePaths } from "./hostile-paths/hostile-paths.ts";
import type { FaultKind } from "./kind.ts";
import { determinism } from "./kinds/determinism.ts";
import { hungCommands } from "./kinds/hung-commands.ts";
import { linkSwapper } from "./kinds/link-swapper.ts";
import { cutAnswers } from "./mutated-answers/cut-answers.ts";

/** Every kind of fault, in the order of the table. */
export const KINDS: readonly FaultKind[] = [
  linkSwapper,
  hostilePaths,
  canaryRepo,
  cutAnswers,
  hungCommands,
  determinism,
];
