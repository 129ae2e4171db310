import type { Language } from "./languages/language.ts";
import type { ScannedFile } from "./rank.ts";
import { nameHash } from "./scan.ts";
import type { SpecTerms } from "./spec-terms.ts";

/**
 * The files that a spec may be about, the surest first, ties in the given order: those that define what it names, and those with its words
 * in their paths. A name with several definitions counts less for each.
 */
export const filesOfSpec = <File extends ScannedFile>(ranked: readonly File[], terms: SpecTerms): readonly File[] => {
  const weights = new Map<string, ReadonlyMap<number, number>>();
  const weightsOf = ({ family }: Language): ReadonlyMap<number, number> => {
    const known = weights.get(family) ?? hashesOf(terms, family);
    weights.set(family, known);
    return known;
  };
  const definers = new Map<number, number>();
  for (const { language, names } of ranked) {
    const named = weightsOf(language);
    for (const hash of names.defines) if (named.has(hash)) definers.set(hash, (definers.get(hash) ?? 0) + 1);
  }
  const weighed: { readonly file: File; readonly index: number; readonly weight: number }[] = [];
  for (const [index, file] of ranked.entries()) {
    const named = weightsOf(file.language);
    const defined = file.names.defines.reduce(
      (sum, hash) => sum + (named.get(hash) ?? 0) / (definers.get(hash) ?? 1),
      0,
    );
    const weight = defined + pathWeight(file.path, terms);
    if (weight > 0) weighed.push({ file, index, weight });
  }
  return weighed.sort((a, b) => b.weight - a.weight || a.index - b.index).map(({ file }) => file);
};

const hashesOf = ({ spellings, weightOf }: SpecTerms, family: string): ReadonlyMap<number, number> =>
  new Map(spellings.map((name) => [nameHash(name, family), weightOf(name)]));

/** What a path has in common with a spec. Folders count less than the file's name. */
export const pathWeight = (path: string, { weightOf, sharedWith }: SpecTerms): number => {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  return weightOf(fileStem(path)) + sharedWith(name).size + sharedWith(path.slice(0, slash + 1)).size / 4;
};

/** A file's name without its extensions. */
export const fileStem = (path: string): string => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
};
