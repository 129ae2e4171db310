import { dirname, join, normalize, sep } from "node:path";
import { importsOf, isTestFile } from "./directions.mjs";

/**
 * The import circles of a tree of files: sets of files each of which reaches every other. Type imports count, since a reader follows them
 * too.
 * @param {ReadonlyMap<string, string>} sources each file's text by its path, with `/`
 * @returns {string[][]} the files of each circle, sorted
 */
export const importCircles = (sources) => {
  const targets = (path) =>
    importsOf(sources.get(path) ?? "")
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) =>
        normalize(join(dirname(path), specifier))
          .split(sep)
          .join("/"),
      )
      .filter((target) => sources.has(target));
  return stronglyConnected([...sources.keys()], targets)
    .filter((group) => group.length > 1)
    .map((group) => group.sort());
};

/**
 * The circles between the folders of packages: each folder below `src` with all that is in it, and each file beside them, is one place.
 * Tests and fixtures do not count.
 * @param {ReadonlyMap<string, string>} sources each file's text by its path, with `/`
 * @returns {string[][]} the places of each circle, sorted
 */
export const folderCircles = (sources) => {
  const places = new Map();
  for (const [path, text] of sources) {
    if (isTestFile(path)) continue;
    const place = placeOf(path);
    const targets = importsOf(text)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) =>
        placeOf(
          normalize(join(dirname(path), specifier))
            .split(sep)
            .join("/"),
        ),
      );
    places.set(place, [...(places.get(place) ?? []), ...targets.filter((target) => target !== place)]);
  }
  return stronglyConnected([...places.keys()], (place) => places.get(place) ?? [])
    .filter((group) => group.length > 1)
    .map((group) => group.sort());
};

/** `packages/run/src/order`, or a file that lies beside such folders. */
const placeOf = (path) => path.split("/").slice(0, 4).join("/");

/** Tarjan's algorithm, with an explicit stack: chains of imports may be long. */
const stronglyConnected = (nodes, targetsOf) => {
  const index = new Map();
  const low = new Map();
  const open = [];
  const isOpen = new Set();
  const groups = [];
  for (const start of nodes) {
    if (index.has(start)) continue;
    const work = [{ node: start, targets: null, at: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1);
      const { node } = frame;
      if (frame.targets === null) {
        frame.targets = targetsOf(node);
        index.set(node, index.size);
        low.set(node, index.get(node));
        open.push(node);
        isOpen.add(node);
      }
      const next = frame.targets[frame.at++];
      if (next === undefined) {
        work.pop();
        const parent = work.at(-1)?.node;
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent), low.get(node)));
        if (low.get(node) === index.get(node)) {
          const group = open.splice(open.indexOf(node));
          for (const each of group) isOpen.delete(each);
          groups.push(group);
        }
      } else if (!index.has(next)) work.push({ node: next, targets: null, at: 0 });
      else if (isOpen.has(next)) low.set(node, Math.min(low.get(node), index.get(next)));
    }
  }
  return groups;
};
