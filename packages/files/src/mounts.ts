import { lstatSync } from "node:fs";
import { systemText } from "./kept-text.ts";
import { isInside, realLocation } from "./location.ts";

/** Throws for a folder at which or in which something is mounted: nothing on another file system is removed. Only Linux tells. */
export const refuseMounts = (folder: string): void => {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const mounted = mountBelow(realLocation(folder), systemText("/proc/self/mountinfo"));
  if (mounted !== null)
    throw new Error(`something is mounted at ${mounted}, and nothing of it may be removed: unmount it`);
};

/** The first mount point at or below a folder, in the kernel's list: the fifth word of a line, with blanks in octal. */
export const mountBelow = (folder: string, listing: string): string | null => {
  const points = listing.split("\n").flatMap((line) => line.split(" ")[4] ?? []);
  const named = points.map((point) =>
    point.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
  );
  return named.find((point) => isInside(folder, point)) ?? null;
};
