import type { FaultKind } from "../kind.ts";
import { checkoutOf } from "./aftermath.ts";
import { failedRunFault, told } from "./failed-run.ts";
import { type Point, striking, withoutTrace } from "./strike.ts";
import { prepareSweep } from "./sweep.ts";

const REMOVING = ["EACCES", "EROFS", "EIO"];
const MAKING = ["ENOSPC", "EACCES", "EROFS", "EIO"];
const WRITING = ["ENOSPC", "EIO"];

/** The errors that the system may return from each call. */
const ERRORS: Readonly<Record<string, readonly string[]>> = {
  openat: ["EACCES", "EMFILE", "EIO"],
  ...Object.fromEntries(["write", "pwrite64", "writev", "copy_file_range"].map((call) => [call, WRITING])),
  ...Object.fromEntries(["fsync", "fdatasync", "ftruncate"].map((call) => [call, WRITING])),
  ...Object.fromEntries(
    ["rename", "renameat2", "link", "linkat", "symlink", "mkdir", "mkdirat"].map((call) => [call, MAKING]),
  ),
  ...Object.fromEntries(["unlink", "unlinkat", "rmdir", "fchmod"].map((call) => [call, REMOVING])),
};

/** Each call of llmch and of its git processes fails once, in one of the ways in which a machine fails (reliability, C6, C7). */
export const errnoInjection: FaultKind = {
  name: "errno-injection",
  promise: "ENOSPC, EACCES, EROFS, EIO, EMFILE at any call: committed or as it was, and said",
  trials: { full: 60, sample: 5 },
  parallel: 3,
  needs: ["strace"],
  prepare: async (place) => {
    const sweep = await prepareSweep(place);
    return {
      run: async ({ number, random, folder }) => {
        const scenario = number % sweep.points.length;
        const point = random.pick(sweep.points[scenario] ?? []);
        const error = random.pick(errorsAt(point));
        const setting = sweep.copy(scenario, folder());
        const before = checkoutOf(setting);
        const { env, isMisled, ...tracing } = striking(point, `error=${error}`, setting.root);
        const ended = await setting.start({ ...tracing, env: { ...sweep.answers.settings(setting.key), ...env } });
        const finished = { ...ended, stderr: withoutTrace(ended.stderr) };
        // Calls do not always come in the same order, so the struck one may be another than the measured one.
        const fault = isMisled() ? null : failedRunFault(setting, before, finished);
        const who = point.process === "llmch" ? "llmch" : `git ${point.process}`;
        return fault === null
          ? null
          : `${setting.scenario.name}, ${error} at ${point.call} ${point.nth} of ${who} (${point.seen}): ${fault}\n${told(finished)}`;
      },
      close: async () => {
        await sweep.answers.close();
        return null;
      },
    };
  },
};

/** A file that was just written is not on a read-only disk, so that error cannot occur. */
const errorsAt = ({ call, seen }: Point): readonly string[] =>
  (ERRORS[call] ?? ["EIO"]).filter((error) => error !== "EROFS" || !seen.includes(".reserve"));
