import { lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * A moment by the file system's own clock: everything changed before has at most this ctime, and everything changed later a
 * greater one. Nobody can set a ctime.
 * @param marker a file to create for it
 */
export const momentNow = async (marker: string): Promise<number> => {
  const touch = (): number => {
    writeFileSync(marker, `${process.hrtime.bigint()}`);
    return lstatSync(marker).ctimeMs;
  };
  const moment = touch();
  while (touch() <= moment) await wait(1);
  return moment;
};

/** Paths of what was changed in a folder after a moment, up to `most`; a folder counts as changed if a name came or went. */
export const changedAfter = (folder: string, moment: number, most: number): readonly string[] => {
  const changed: string[] = [];
  const visit = (path: string): void => {
    if (changed.length >= most) return;
    const standing = lstatSync(path, { throwIfNoEntry: false });
    if (standing === undefined) return;
    if (standing.ctimeMs > moment) changed.push(path);
    if (!standing.isDirectory()) return;
    for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(folder);
  return changed.slice(0, most);
};
