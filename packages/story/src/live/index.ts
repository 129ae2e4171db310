// A separate entry point: code that watches a run needs nothing else of the package.
export { advanceLive } from "./advance-live.ts";
export {
  type LiveBuild,
  type LiveCompile,
  type LiveDoing,
  type LiveOrder,
  type LiveOutline,
  type LiveState,
  type LiveWork,
  liveState,
} from "./live-state.ts";
