export type { Job, JobNeed, JobState } from "./job.ts";
export { type Acknowledged, createQueue, type Queue, type Submitted, serveFolder } from "./queue.ts";
