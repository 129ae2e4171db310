export { judgeRequest } from "../judge-request.ts";
export { givenSettings } from "../library/instance.ts";
export type { Job, OpenNeed } from "./job.ts";
export { createQueue, type FolderQueue, type Queue, type SharedQueue, serveCommand, serveFolder } from "./queue.ts";
export { judgeSubmitted, requestToKeep, type Submitted } from "./request-to-keep.ts";
export { overFault } from "./settle.ts";
export { noJob } from "./start.ts";
export type { Acknowledged } from "./submit.ts";
export { readTimers, readTimes, type SetTimer, type Timer, type TimerTimes, writeTimes } from "./timers.ts";
