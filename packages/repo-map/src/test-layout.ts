import { byCodePoint } from "@llmch/contract";
import { oneLine } from "./quoted-lines.ts";

/** Where a repo's tests are: folders with the number of tests and one example, those with the most first. */
export const testLayout = (tests: readonly string[]): readonly string[] => {
  const folders = new Map<string, string[]>();
  for (const path of tests) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1) || "./";
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [path]);
    else known.push(path);
  }
  return [...folders]
    .sort(([a, one], [b, other]) => other.length - one.length || byCodePoint(a, b))
    .map(([folder, paths]) => {
      const example = paths.reduce((first, path) => (byCodePoint(path, first) < 0 ? path : first));
      const name = oneLine(example.slice(example.lastIndexOf("/") + 1));
      return `${oneLine(folder)}  ${paths.length === 1 ? name : `${paths.length} files, such as ${name}`}`;
    });
};
