export { judgeSubmitted, type Submitted } from "../detached/request-to-keep.ts";
export { judgeRequest } from "../judge-request.ts";
export { givenSettings } from "../library/instance.ts";
export type { Job, OpenNeed } from "./job.ts";
export { createQueue, type Queue, serveCommand, serveFolder } from "./queue.ts";
export type { Acknowledged } from "./submit.ts";
export { readTimers, readTimes, type Timer, type TimerTimes, writeTimes } from "./timers.ts";
