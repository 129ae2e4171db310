import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { AcceptedChange } from "@llmch/contract";
import type { VerifyEnv } from "@llmch/factory";
import { testsRun } from "@llmch/languages";
import type { LentTrial } from "@llmch/run";
import type { Bench } from "@llmch/strength";
import { SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";

/**
 * A worktree at an order's commit, in which the order's work is made wrong and judged as in a run.
 * @param outputs the folders that builds fill
 */
export const benchIn = (
  { worktree, commands, timeoutSeconds: usual }: LentTrial,
  env: VerifyEnv,
  outputs: readonly string[],
): Bench => {
  let seconds = 0;
  return {
    put: async (mutant) => {
      // What was built serves the next build, except that of a file that is gone: nothing would build it anew.
      const leaves = mutant?.kind === "put_back" ? [] : outputs;
      await worktree.reset({ leavesDependencies: true, leaves });
      if (mutant === null) return;
      const { path, text } = mutant;
      const state = await worktree.inspect(path);
      const baseSha256 = state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING;
      const change: AcceptedChange =
        text === null
          ? { kind: "remove", path, baseSha256 }
          : { kind: "write", path, content: utf8Bytes(text), baseSha256, executable: null };
      const made = await worktree.apply(change);
      if (!made.ok) throw new Error(made.issues[0]);
      // Builds and caches go by a file's size and whole seconds: no two of its texts may look the same to them.
      seconds = Math.max(seconds + 1, Math.ceil(Date.now() / 1000));
      if (text !== null) utimesSync(join(worktree.root, path), seconds, seconds);
      const stood = await worktree.stand([change], "llmch: made wrong on purpose");
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
