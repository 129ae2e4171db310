import type { ProjectFolder } from "../place.ts";
import { command, profile } from "../profile.ts";
import { dependsOn, node } from "./node.ts";

/** The repo's own compiler, since another version might judge differently. */
const COMPILER = "node_modules/typescript/bin/tsc";
const hasCompiler = (place: ProjectFolder): boolean => dependsOn(place, "typescript") && place.isPresent(COMPILER);

/** What starts TypeScript where the repo has it. */
const RUNNERS = [
  ["vitest", "`npx vitest run test/a.test.ts`"],
  ["jest", "`npx jest test/a.test.ts`"],
  ["mocha", "`npx mocha test/a.test.ts`"],
  ["tsx", "`npx tsx src/a.ts` and `npx tsx -e '…'`"],
  ["ts-node", "`npx ts-node src/a.ts`"],
] as const;
const STRIPPED =
  "Node alone starts a `.ts` file from 22.18 on, if its types can be stripped (no enums or namespaces) and its imports name `.ts` files; `node -e` takes plain JavaScript.";

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
  ecosystem: (place) => {
    const runs = RUNNERS.flatMap(([name, how]) => (dependsOn(place, name) ? [how] : []));
    return runs.length === 0
      ? `TypeScript: ${STRIPPED}`
      : `TypeScript: acceptance commands can run ${runs.join(", ")}. ${STRIPPED}`;
  },
  setup: node.setup,
  hints: node.hints,
});
