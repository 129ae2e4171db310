export { commitFiles } from "./asking/commit-files.ts";
export { explorerOf } from "./asking/explorer.ts";
export { recorderOf } from "./asking/gateway.ts";
export { agentLimits, limitsFor, looksAround, plannerLimits } from "./asking/limits.ts";
export { type ModelSource, modelSource, nobodyAsked, settingsPrices } from "./asking/model-source.ts";
export { createOutlines } from "./asking/outlines.ts";
export { linesShown } from "./asking/parts-read.ts";
export { mayDivide, plannerWork } from "./asking/planner-work.ts";
export { shownRoom } from "./asking/shown-room.ts";
export { limitedByTime } from "./asking/time-limit.ts";
export { type Asking, NOTHING_SPENT, spentBefore, withinBudget } from "./asking/within-budget.ts";
export { filesOf } from "./derived/derived-record.ts";
export { designIn, designingBy, recordedDesign } from "./design/design-file.ts";
export { designOfRun, isSaid, type RecordedDesign } from "./design/recorded-design.ts";
export { designToMake, type RunDesign, standingDesign } from "./design/run-design.ts";
export { type Choice, chosenOrders, isChoice } from "./orders/chosen-orders.ts";
export {
  type LoadedOrder,
  type LoadFault,
  loadOrderDirectory,
  loadOrderFile,
  loadOrderValues,
} from "./orders/load-orders.ts";
export {
  readManifestBeside,
  verifyCommandOf,
  verifyContractBeside,
  verifyContractOf,
} from "./orders/manifest-beside.ts";
export { manifestOf, noOrders, notAFile, ordersOf, type PlanDocument, readPlan } from "./orders/plan-document.ts";
export { textsAt } from "./orders/texts-at.ts";
export { hasWaited, openSession, recordedExchanges, type Session } from "./session/session.ts";
export { findRun, namedRun } from "./stored/find-run.ts";
export { findUnfinished } from "./stored/find-unfinished.ts";
export { isLive, isResumed } from "./stored/is-live.ts";
export { type ListedRun, listRuns } from "./stored/list-runs.ts";
export { ORDERS_FOLDER, orderRunsOf, ordersOfRun, ordersPlace, runsOfOrders } from "./stored/orders-of-run.ts";
export { notOwnFault } from "./stored/own-run.ts";
export { artifactsFlag, isQueue, nextOf, nextOfStored, type RunNow, runNow, type Typist } from "./stored/run-now.ts";
export {
  type KeptSummaries,
  planTitle,
  type StoredRunName,
  type StoredSummaries,
  storedSummaries,
} from "./stored/stored-summaries.ts";
export { withDiffs } from "./stored/story-diffs.ts";
export { storedStory, withRepoTexts } from "./stored/told-story.ts";
export {
  isBegun,
  stateOf,
  type UnfinishedRun,
  type UnreadableRun,
  unfinishedRuns,
  verdictOf,
} from "./stored/unfinished-runs.ts";
export { isCancelled, lastOrdersOf, needsOf, openNeeds, openStep, waitingRun, waitingRuns } from "./stored/waiting.ts";
export { followRun, watchRun } from "./watch/watch-run.ts";
