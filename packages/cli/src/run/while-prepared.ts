import { type Outcome, refused } from "../outcome.ts";
import { type PreflightRequest, type Prepared, preflight } from "./preflight.ts";

/** Does what was asked for once the preflight finds everything in order; gives the branch's lock back, however it ends. */
export const whilePrepared = async (
  request: PreflightRequest,
  place: Parameters<typeof preflight>[1],
  body: (prepared: Prepared) => Promise<Outcome>,
): Promise<Outcome> => {
  const prepared = await preflight(request, place);
  if (!prepared.ok) return refused(prepared.issues);
  try {
    return await body(prepared.value);
  } finally {
    prepared.value.lock.release();
  }
};
