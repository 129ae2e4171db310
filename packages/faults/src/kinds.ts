import { canaryRepo } from "./canary-repo/canary-repo.ts";
import { configKeys } from "./config-keys/config-keys.ts";
import { hostilePaths } from "./hostile-paths/hostile-paths.ts";
import type { FaultKind } from "./kind.ts";
import { killApproved } from "./kinds/approved.ts";
import { killByHand } from "./kinds/by-hand.ts";
import { determinism } from "./kinds/determinism.ts";
import { fullDisk } from "./kinds/full-disk.ts";
import { hungCommands } from "./kinds/hung-commands.ts";
import { killBuild } from "./kinds/kill-build.ts";
import { killMcp } from "./kinds/kill-mcp.ts";
import { killServe } from "./kinds/kill-serve.ts";
import { linkSwapper } from "./kinds/link-swapper.ts";
import { specialFiles } from "./kinds/special-files.ts";
import { lockRaces } from "./lock-races/lock-races.ts";
import { cutAnswers } from "./mutated-answers/cut-answers.ts";
import { mutatedAnswers } from "./mutated-answers/mutated-answers.ts";
import { errnoInjection } from "./sweep/errno-injection.ts";
import { interruptSweep } from "./sweep/interrupt-sweep.ts";
import { killBeside, killPlanned, killReview, killSweep, killTurns } from "./sweep/kill-sweep.ts";
import { readOnlyRepo } from "./sweep/read-only.ts";
import { shortWrites } from "./sweep/short-writes.ts";

/** Every kind of fault, in the order of the table. */
export const KINDS: readonly FaultKind[] = [
  linkSwapper,
  hostilePaths,
  specialFiles,
  canaryRepo,
  configKeys,
  mutatedAnswers,
  cutAnswers,
  hungCommands,
  determinism,
  lockRaces,
  readOnlyRepo,
  shortWrites,
  fullDisk,
  errnoInjection,
  killSweep,
  killReview,
  killPlanned,
  killTurns,
  killBeside,
  killByHand,
  killMcp,
  killServe,
  killBuild,
  killApproved,
  interruptSweep,
];
