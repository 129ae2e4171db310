import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Which of the programs are not on the PATH. */
export const missingPrograms = (names: readonly string[]): readonly string[] =>
  names.filter((name) => pathOf(name) === null);

/** Where a program is, or null. */
export const pathOf = (name: string): string | null => {
  for (const folder of (process.env.PATH ?? "").split(delimiter).filter((entry) => entry !== "")) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // The next folder may have it.
    }
  }
  return null;
};
