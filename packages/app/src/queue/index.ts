export type { Job, JobNeed, JobState } from "./job.ts";
export { createQueue, type Queue, serveFolder } from "./queue.ts";
export type { Acknowledged, Submitted } from "./submit.ts";
