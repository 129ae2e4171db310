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
const NOT_STRIPPED = "The Node that is here starts no `.ts` file, and `node -e` takes plain JavaScript";

/** Bundlers, and statements that make `code` of `src/a.ts` and what it imports. */
const BUNDLERS = [
  [
    "esbuild",
    "const r = await require('esbuild').build({ entryPoints: ['src/a.ts'], bundle: true, write: false, format: 'esm', platform: 'node' }); const code = r.outputFiles[0].text",
  ],
  [
    "rollup",
    "const { options } = await require('rollup/loadConfigFile').loadConfigFile('CONFIG'); const b = await require('rollup').rollup({ ...options[0], input: 'src/a.ts' }); const code = (await b.generate({ format: 'es' })).output[0].code",
  ],
] as const;
const ROLLUP_CONFIG = /(?:^|\/)rollup[\w.-]*config\.[cm]?[jt]s$/;

/** Whether a Node strips types by itself. */
const strips = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
};

/** How Node alone starts TypeScript here. */
const startedBy = (place: ProjectFolder): string => {
  if (place.node === null || strips(place.node)) return STRIPPED;
  const config = place.files.find((path) => ROLLUP_CONFIG.test(path));
  const [, code] =
    BUNDLERS.find(([name]) => dependsOn(place, name) && (name !== "rollup" || config !== undefined)) ?? [];
  if (code === undefined) return `${NOT_STRIPPED}.`;
  const made = code.replace("CONFIG", config ?? "");
  return `${NOT_STRIPPED}. Bundle it and import that: \`node -e "(async () => { ${made}; const a = await import('data:text/javascript,' + encodeURIComponent(code)); … })()"\`.`;
};

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
    const can = runs.length === 0 ? "" : `acceptance commands can run ${runs.join(", ")}. `;
    return `TypeScript: ${can}${startedBy(place)}`;
  },
  setup: node.setup,
  hints: node.hints,
});
