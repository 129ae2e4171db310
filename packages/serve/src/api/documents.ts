import type { OutcomeError } from "@llmch/app";
import { formatRefusal } from "@llmch/app/drawing";
import type { Job } from "@llmch/app/queue";
import { spentDocument } from "@llmch/story";
import { json, type Reply } from "../http/route.ts";

/** A job as programs read it. */
export const jobDocument = (job: Job) => {
  const { id, state, kind, operation, repo, branch, subject, verdict, needs, spending } = job;
  const { cost_usd, ...usage } = spentDocument(spending);
  return {
    ...{ id, state, kind, operation, repo, branch, subject, verdict, exit_code: job.exitCode },
    needs: needs.map(({ id, kind, what, sha256, commands }) => ({ id, kind, what, sha256, commands })),
    errors: job.errors.map(errorDocument),
    ...{ result_run: job.result, dedup_key: job.dedupKey },
    ...{ created_at: job.createdAt, started_at: job.startedAt, ended_at: job.endedAt },
    ...{ cost_usd, usage },
  };
};

/** Why something was not done. */
export const errorsReply = (status: number, errors: readonly OutcomeError[]): Reply =>
  json(status, { errors: errors.map(errorDocument) });

const errorDocument = (error: OutcomeError) => ({
  ...{ code: error.code, message: error.message },
  hint: "hint" in error ? (error.hint ?? null) : null,
});

/** The same for whoever reads the server's own log. */
export const errorsInWords = (errors: readonly OutcomeError[]): string =>
  errors
    .map(errorDocument)
    .map(({ message, hint }) => (hint === null ? message : formatRefusal({ message, hint })))
    .join("; ");
