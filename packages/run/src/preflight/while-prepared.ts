import type { Context } from "@llmch/config";
import { accepted, type Result } from "@llmch/contract";
import { faultInWords } from "@llmch/files";
import type { LoadFault } from "@llmch/records";
import { type Prepared, preflight } from "./preflight.ts";
import type { PreflightRequest } from "./scene.ts";

/** Runs the body if preflight succeeds; releases the branch's lock however it ends. */
export const whilePrepared = async <Value>(
  request: PreflightRequest,
  context: Context,
  body: (prepared: Prepared) => Promise<Value>,
): Promise<Result<Value, LoadFault>> => {
  const prepared = await preflight(request, context);
  if (!prepared.ok) return prepared;
  try {
    return accepted(await body(prepared.value));
  } finally {
    release(prepared.value, context);
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
