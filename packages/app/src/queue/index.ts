export type { Timer } from "@llmch/contract/settings";
export type { Job, JobNeed, JobState } from "./job.ts";
export { createQueue, type Queue, serveFolder } from "./queue.ts";
export { type Acknowledged, judgeSubmitted, type Submitted } from "./submit.ts";
export { readTimers, readTimes, type TimerTimes, writeTimes } from "./timers.ts";
