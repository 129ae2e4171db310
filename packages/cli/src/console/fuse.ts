import { messageOf, printable } from "@llmch/text";
import type { Console } from "./console.ts";

/** Wraps calls that show something so that they never throw: after the first fault, no call is made. */
export type Fuse = <Told extends readonly unknown[]>(show: (...told: Told) => void) => (...told: Told) => void;

/**
 * A failing view must neither fail the run nor end the process.
 * @param blown called with the first fault
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

/** The one line printed about it. */
export const viewFailed = (fault: unknown, { colors }: Pick<Console, "colors">): string =>
  `${colors.yellow("warning")}: the run can no longer be shown, and continues (${printable(messageOf(fault))})`;
