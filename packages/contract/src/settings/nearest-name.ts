import { editDistance } from "@llmch/text";

/** Longer than any name in llmch: a longer word resembles none. */
const LONGEST = 60;

/** The name that was probably meant: the nearest one, if the distance is less than half its length. */
export const nearestName = (written: string, names: readonly string[]): string | null => {
  if (written.length > LONGEST) return null;
  const wanted = written.toLowerCase().replaceAll("-", "_");
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < name.length / 2 && (nearest === null || distance < nearest.distance)) nearest = { name, distance };
  }
  return nearest?.name ?? null;
};
