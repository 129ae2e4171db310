import type { Place } from "../place.ts";
import { command, profile } from "../profile.ts";
import { dependsOn, node } from "./node.ts";

/** The repo's own compiler, since another version might judge differently. */
const COMPILER = "node_modules/typescript/bin/tsc";
const hasCompiler = (place: Place): boolean => dependsOn(place, "typescript") && place.isPresent(COMPILER);

/** The Node profile knows how to run tests and install packages. This one adds the compiler's check. */
export const typescript = profile({
  name: "typescript",
  manifests: ["tsconfig.json"],
  telling: ["package.json"],
  probes: [COMPILER],
  possibleTexts: node.possibleTexts,
  recognise: (place) => {
    if (!place.has("tsconfig.json")) return null;
    const by = node.recognise(place)?.by === "manifest" ? "manifest" : "files";
    return { by, reason: "a TypeScript project" };
  },
  verify: node.verify,
  reachesBelow: node.reachesBelow,
  light: (place) => (hasCompiler(place) ? [command(place, "node", COMPILER, "--noEmit")] : []),
  dependencyFolders: node.dependencyFolders,
  outputFolders: node.outputFolders,
  ecosystem: () =>
    "TypeScript: an acceptance command runs what the repository's own runner takes, for Node alone starts no TypeScript everywhere.",
  setup: node.setup,
  hints: node.hints,
});
