import type { Context } from "@llmch/config";
import { faultInWords } from "@llmch/files";
import type { LoadFault } from "@llmch/records";
import { accepted, type Result } from "@llmch/text";
import { type Prepared, preflight } from "../preflight/preflight.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { newSchedule } from "./new-work.ts";
import type { Work } from "./work.ts";
import { scheduleLeft } from "./work-left.ts";

/** Work that can begin. */
interface OpenedWork {
  readonly schedule: Schedule;
  readonly prepared: Prepared;
  /** Gives the branch's lock back; called once, however the work ends. */
  release(): void;
}

/** Preflight, and what is left to do; the branch is locked until `release`. */
export const openWork = async (work: Work): Promise<Result<OpenedWork, LoadFault>> => {
  const { request, context, begins } = work;
  const found = await preflight(request, context);
  if (!found.ok) return found;
  const prepared = found.value;
  const free = () => release(prepared, context);
  try {
    const schedule =
      begins.goesOn === null
        ? accepted(newSchedule(work, begins, prepared))
        : await scheduleLeft(work, begins, prepared);
    if (schedule.ok) return accepted({ schedule: schedule.value, prepared, release: free });
    free();
    return schedule;
  } catch (fault) {
    free();
    throw fault;
  }
};

/** Commits stay valid even if the lock cannot be released. */
const release = ({ branch, lock }: Prepared, { warn }: Context): void => {
  try {
    lock?.release();
  } catch (fault) {
    warn(`the lock of ${branch} cannot be given back (${faultInWords(fault)}): the next run takes it over`);
  }
};
