export { askBack, type FailedCheck } from "./ask-back.ts";
export { type Bench, LOAD_FACTOR, type Ran } from "./bench.ts";
export {
  type ExaminedChecks,
  examined,
  figuresOf,
  NOTHING_EXAMINED,
  openFindings,
  standingChecks,
} from "./examined.ts";
export { type ChecksOutcome, makeChecks } from "./make-checks.ts";
export { type ProductInterface, publishedPart } from "./product-interface.ts";
export { programArgv } from "./program.ts";
export { fails, loadChecks, trialsOf, tryChecks } from "./try-checks.ts";
