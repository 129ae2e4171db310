import { utimesSync } from "node:fs";
import { join } from "node:path";
import { type AcceptedChange, commitSubject, type WorkOrder } from "@llmch/contract";
import type { VerifyEnv } from "@llmch/factory";
import { testsRun } from "@llmch/languages";
import type { LentTrial } from "@llmch/run";
import type { Bench, Mutant } from "@llmch/strength";
import { SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";

/**
 * A worktree at an order's commit, in which the order's work is made wrong and judged as in a run: HEAD is a commit like the run's.
 * @param outputs the folders that builds fill
 */
export const benchIn = (
  { worktree, commands, timeoutSeconds: usual }: LentTrial,
  { order, from }: { readonly order: Pick<WorkOrder, "id" | "title">; readonly from: string },
  env: VerifyEnv,
  outputs: readonly string[],
): Bench => {
  let seconds = 0;
  const made = async ({ path, text }: Mutant): Promise<AcceptedChange> => {
    const state = await worktree.inspect(path);
    const baseSha256 = state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING;
    const change: AcceptedChange =
      text === null
        ? { kind: "remove", path, baseSha256 }
        : { kind: "write", path, content: utf8Bytes(text), baseSha256, executable: null };
    const applied = await worktree.apply(change);
    if (!applied.ok) throw new Error(applied.issues[0]);
    // Builds and caches go by a file's size and whole seconds: no two of its texts may look the same to them.
    seconds = Math.max(seconds + 1, Math.ceil(Date.now() / 1000));
    if (text !== null) utimesSync(join(worktree.root, path), seconds, seconds);
    return change;
  };
  const subject = commitSubject({ order: order.id, title: order.title });
  return {
    put: async (mutants) => {
      // What was built serves the next build, except that of a file that is gone: nothing would build it anew.
      const leaves = mutants.some(({ kind }) => kind === "put_back") ? [] : outputs;
      await worktree.reset({ leavesDependencies: true, leaves });
      const changes: AcceptedChange[] = [];
      for (const mutant of mutants) changes.push(await made(mutant));
      const stood = await worktree.stand(changes, subject, from);
      if (!stood.ok) throw new Error(stood.issues[0]);
    },
    run: async ({ argv, folder, checks }, timeoutMs) => {
      const end = await commands.run({
        argv,
        ...(folder === null ? {} : { folder }),
        ...(checks === undefined ? {} : { checks }),
        timeoutSeconds: timeoutMs === null ? usual : timeoutMs / 1000,
        env: env.variables(),
        ...{ stdout: "stdout.txt", stderr: "stderr.txt" },
      });
      if (end.ending !== "interrupted") await worktree.tidy();
      const { exitCode, durationMs } = end;
      const output = `${end.stdoutTail}\n${end.stderrTail}`;
      const failed = testsRun(output, exitCode, argv).endsOnlyForNone ? "found_no_test" : "failed";
      const ending = end.ending === "timed-out" ? "timed_out" : exitCode === 0 ? "passed" : failed;
      return { ending, output, durationMs };
    },
  };
};
