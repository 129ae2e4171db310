import { sha256Hex } from "@llmch/text";
import type { Mutant } from "./mutant.ts";

/** At most `most` of the mutants, the same for the same commit: files put back first, then the others, chosen by their hashes. */
export const chosenMutants = (mutants: readonly Mutant[], most: number, commit: string): readonly Mutant[] => {
  const putBack = mutants.filter(({ kind }) => kind === "put_back").slice(0, most);
  const others = mutants.filter(({ kind }) => kind !== "put_back");
  const hashed = others.map((mutant): readonly [string, Mutant] => [hashOf(mutant, commit), mutant]);
  hashed.sort(([one], [other]) => (one < other ? -1 : 1));
  const chosen = new Set(hashed.slice(0, most - putBack.length).map(([, mutant]) => mutant));
  return [...putBack, ...others.filter((mutant) => chosen.has(mutant))];
};

const hashOf = ({ path, line, after, kind }: Mutant, commit: string): string =>
  sha256Hex([commit, path, line, kind, after].join("\0"));
