import { faultInWords } from "@llmch/host";
import type { Console } from "../console/console.ts";
import type { Context } from "../main.ts";
import { type Outcome, refused } from "../outcome.ts";
import { type PreflightRequest, type Prepared, preflight } from "./preflight.ts";

/** Does what was asked for once the preflight finds everything in order; gives the branch's lock back, however it ends. */
export const whilePrepared = async (
  request: PreflightRequest,
  place: Context,
  body: (prepared: Prepared) => Promise<Outcome>,
): Promise<Outcome> => {
  const prepared = await preflight(request, place);
  if (!prepared.ok) return refused(prepared.issues);
  try {
    return await body(prepared.value);
  } finally {
    release(prepared.value, place.console);
  }
};

/** What was committed stands, also where the lock cannot be given back. */
const release = ({ branch, lock }: Prepared, console: Console): void => {
  try {
    lock.release();
  } catch (fault) {
    const why = faultInWords(fault);
    console.error(`warning: the lock of ${branch} cannot be given back (${why}): the next run takes it over`);
  }
};
