export { type WatchEnding, type Watched, watchRun } from "./watch-run.ts";
