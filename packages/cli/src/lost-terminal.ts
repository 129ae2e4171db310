import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";

/**
 * Closes the standard streams whose terminal is gone, as a last act. Node sets a terminal back to its state before when it exits, and Node 20
 * aborts if that fails; it leaves alone what is closed.
 */
export const closeLostTerminals = (): void => {
  for (const stream of [0, 1, 2]) {
    try {
      if (fstatSync(stream).isCharacterDevice() && !isatty(stream)) closeSync(stream);
    } catch {
      // It was closed before.
    }
  }
};
