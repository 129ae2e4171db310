import type { OutcomeError } from "@llmch/app";
import type { Job } from "@llmch/app/queue";
import { spentDocument } from "@llmch/story";
import { json, type Reply } from "../http/route.ts";

/** A job as programs read it. */
export const jobDocument = (job: Job) => {
  const { id, state, kind, operation, repo, branch, subject, verdict, needs, spending } = job;
  const { cost_usd, ...usage } = spentDocument(spending);
  return {
    ...{
      id,
      state,
      ...(job.discarded ? { discarded: true } : {}),
      kind,
      operation,
      repo,
      branch,
      subject,
      verdict,
      exit_code: job.exitCode,
    },
    needs: needs.map(({ id, kind, what, sha256, commands, shown }) => ({ id, kind, what, sha256, commands, shown })),
    next: job.next,
    errors: job.errors.map(errorDocument),
    ...{ result_run: job.result, dedup_key: job.dedupKey },
    ...{ created_at: job.createdAt, started_at: job.startedAt, ended_at: job.endedAt },
    ...(job.asOf === null ? {} : { as_of: job.asOf }),
    ...{ cost_usd, usage },
  };
};

/** Why something was not done. */
export const errorsReply = (status: number, errors: readonly OutcomeError[]): Reply =>
  json(status, { errors: errors.map(errorDocument) });

const errorDocument = (error: OutcomeError) => ({ code: error.code, message: error.message, hint: hintIn(error) });

/** What to do about an error; null if nobody says. */
export const hintIn = (error: OutcomeError): string | null => ("hint" in error ? (error.hint ?? null) : null);

/** Errors for people, in one line. */
export const errorsInWords = (errors: readonly OutcomeError[]): string =>
  errors.map((error) => [error.message, hintIn(error) ?? []].flat().join(": ")).join("; ");

/** The status of what was not done: 409 if that is no longer as it was shown, 507 if there is no place to keep it. */
export const statusOf = (errors: readonly OutcomeError[]): number =>
  errors.some(({ code }) => STALE.has(code)) ? 409 : errors.some(({ code }) => code === "not-writable") ? 507 : 400;

const STALE: ReadonlySet<string> = new Set(["changed", "decided", "ended", "nothing-waits", "locked", "not-queued"]);
