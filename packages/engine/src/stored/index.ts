export { findRun } from "./find-run.ts";
export { type ListedRun, listRuns } from "./list-runs.ts";
export { runsAbove } from "./runs-above.ts";
export { type StoredSummaries, storedSummaries } from "./stored-summaries.ts";
export { storedStory, withRepoTexts } from "./told-story.ts";
