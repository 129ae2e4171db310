export { judgeRequest } from "../judge-request.ts";
export { givenSettings } from "../library/instance.ts";
export type { Job, OpenNeed } from "./job.ts";
export { createQueue, type Queue, serveCommand, serveFolder } from "./queue.ts";
export { judgeSubmitted, type Submitted } from "./request-to-keep.ts";
export type { Acknowledged } from "./submit.ts";
export { readTimers, readTimes, type SetTimer, type Timer, type TimerTimes, writeTimes } from "./timers.ts";
