export { basesWanted, type FileAtCommit, withBases } from "./bases.ts";
export { graphDot } from "./graph/dot.ts";
export { graphMermaid } from "./graph/mermaid.ts";
export { graphSvg, type OrderMark, type SvgOptions } from "./graph/svg.ts";
export { graphText } from "./graph/text.ts";
export { advanceLive } from "./live/advance-live.ts";
export {
  type LiveCompile,
  type LiveDoing,
  type LiveOrder,
  type LiveOutline,
  type LiveState,
  type LiveWork,
  liveState,
} from "./live/live-state.ts";
export { type OrderChange, planChanges } from "./plan-changes.ts";
export { readStory } from "./read-story.ts";
export type { FilePart, OpenRun, PartOfFile, RecordedRun } from "./record.ts";
export { type OrderCount, type RunSummary, summarizeRun } from "./run-summary.ts";
export { NO_SPENDING, spentTogether } from "./spending.ts";
export * from "./story.ts";
