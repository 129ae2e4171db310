import { messageOf, printable } from "@llmch/contract";
import type { Console } from "./console.ts";

/** Makes calls that show something safe for what is shown: after the first that throws, none is made any more. */
export type Fuse = <Told extends readonly unknown[]>(show: (...told: Told) => void) => (...told: Told) => void;

/**
 * How a run is seen is no part of it: a view that fails must neither fail the run nor end the process.
 * @param blown told of the first fault
 */
export const createFuse = (blown: (fault: unknown) => void): Fuse => {
  let isBlown = false;
  return (show) =>
    (...told) => {
      if (isBlown) return;
      try {
        show(...told);
      } catch (fault) {
        isBlown = true;
        blown(fault);
      }
    };
};

/** The one line that is said of it. */
export const viewFailed = (fault: unknown, { colors }: Pick<Console, "colors">): string =>
  `${colors.yellow("warning")}: the run can no longer be shown, and goes on (${printable(messageOf(fault))})`;
