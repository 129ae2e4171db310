import { isJsonObject, type JsonObject, member } from "@llmch/text";
import { nodeProgram } from "../inline/node-program.ts";
import { filesOfSpecifier, leadsNowhere } from "../inline/relative-import.ts";
import { hasAny, type ProjectFolder } from "../place.ts";
import { command, profile, type Setup, type VerifyCommand } from "../profile.ts";

type Manager = "npm" | "pnpm" | "yarn";

/** The package manager: determined by the lockfile, otherwise by package.json. */
export const managerOf = (place: ProjectFolder): Manager => {
  if (place.has("pnpm-lock.yaml")) return "pnpm";
  if (place.has("yarn.lock")) return "yarn";
  if (place.has("package-lock.json") || place.has("npm-shrinkwrap.json")) return "npm";
  const named = member(place.json("package.json"), "packageManager");
  const [, manager] = /^(npm|pnpm|yarn)@/.exec(typeof named === "string" ? named : "") ?? [];
  return manager === "pnpm" || manager === "yarn" ? manager : "npm";
};

/** The scripts of a package.json, by name. */
export const scriptsOf = (manifest: JsonObject): JsonObject => {
  const scripts = member(manifest, "scripts");
  return isJsonObject(scripts) ? scripts : {};
};

/** The `test` script of a package.json, or null. npm's default placeholder does not count. */
export const testScript = (manifest: JsonObject): string | null => {
  const script = member(scriptsOf(manifest), "test");
  return typeof script === "string" && script.trim() !== "" && !script.includes("no test specified") ? script : null;
};

/** True if package.json lists the package as a dependency or a development dependency. */
export const dependsOn = (place: ProjectFolder, name: string): boolean =>
  ["dependencies", "devDependencies"].some((group) => {
    const packages = member(place.json("package.json"), group);
    return isJsonObject(packages) && Object.hasOwn(packages, name);
  });

/** Runners that find tests by themselves, for a package without a test script. */
const RUNNERS: readonly (readonly [name: string, ...argv: readonly string[]])[] = [
  ["vitest", "vitest", "run"],
  ["jest", "jest"],
  ["mocha", "mocha"],
];
export const RUN: Readonly<Record<Manager, readonly string[]>> = {
  npm: ["npx", "--no-install"],
  pnpm: ["pnpm", "exec"],
  yarn: ["yarn", "run"],
};

/** The file names that `node --test` looks for by default. */
const isNodeTest = (path: string): boolean =>
  /(^|[./_-])test\.[cm]?js$/.test(path) ||
  /(^|\/)test-[^/]+\.[cm]?js$/.test(path) ||
  /(^|\/)test\/.+\.[cm]?js$/.test(path);

/** The commands, and what they were derived from. */
const tests = (
  place: ProjectFolder,
): { readonly commands: readonly VerifyCommand[]; readonly reason: string } | null => {
  const manager = managerOf(place);
  if (testScript(place.json("package.json")) !== null) {
    return { commands: [command(place, manager, "test")], reason: "package.json names a test script" };
  }
  const runner = RUNNERS.find(([name]) => dependsOn(place, name));
  if (runner === undefined) return null;
  const [name, ...argv] = runner;
  return { commands: [command(place, ...RUN[manager], ...argv)], reason: `package.json depends on ${name}` };
};

const hasNodeTests = (place: ProjectFolder): boolean => place.files.some(isNodeTest);

/** Dependencies that suggest that `.js` files contain more than JavaScript. */
const DIALECTS = ["react", "preact", "next", "solid-js", "flow-bin", "@babel/core"];

const lightOf = (place: ProjectFolder, path: string): VerifyCommand | null => {
  const checked = DIALECTS.some((name) => dependsOn(place, name)) ? /\.[cm]js$/ : /\.[cm]?js$/;
  return checked.test(path) ? command(place, "node", "--check", path) : null;
};

const setup = (place: ProjectFolder): Setup | null => {
  const { folder } = place;
  const by = (...argv: readonly string[]): Setup => ({ argv, folder, isOutside: false });
  if (place.has("pnpm-lock.yaml")) return by("pnpm", "install", "--frozen-lockfile");
  if (place.has("yarn.lock")) {
    const isBerry = place.has(".yarnrc.yml");
    return by("yarn", "install", isBerry ? "--immutable" : "--frozen-lockfile");
  }
  if (hasAny(place, ["package-lock.json", "npm-shrinkwrap.json"])) return by("npm", "ci");
  const needs = ["dependencies", "devDependencies"].some((group) => {
    const packages = member(place.json("package.json"), group);
    return isJsonObject(packages) && Object.keys(packages).length > 0;
  });
  if (!needs) return null;
  const unlocked = {
    npm: ["npm", "install", "--no-package-lock"],
    pnpm: ["pnpm", "install"],
    yarn: ["yarn", "install"],
  };
  return by(...unlocked[managerOf(place)]);
};

const ecosystem = (place: ProjectFolder): string => {
  const found = tests(place);
  const runs = found?.commands.map(({ argv }) => `\`${argv.join(" ")}\``).join(", ");
  const dependencies = place.has("package.json")
    ? ` Dependencies are kept by ${managerOf(place)} in node_modules: import what package.json names, and nothing else.`
    : "";
  const isModule = member(place.json("package.json"), "type") === "module";
  const modules = isModule ? " `.js` files are ES modules." : "";
  return `JavaScript on Node.${dependencies}${modules}${runs === undefined ? "" : ` Tests run by ${runs}.`}`;
};

export const node = profile({
  name: "node",
  manifests: ["package.json"],
  telling: ["package.json"],
  possibleTexts: { "package.json": '{"scripts": {"test": "any"}}' },
  recognise: (place) => {
    const found = tests(place);
    if (found !== null) return { by: "manifest", reason: found.reason };
    if (hasNodeTests(place)) return { by: "files", reason: "files named as Node's test runner expects" };
    return place.has("package.json") ? { by: "files", reason: "a package.json" } : null;
  },
  verify: (place) => tests(place)?.commands ?? (hasNodeTests(place) ? [command(place, "node", "--test")] : []),
  reachesBelow: (place) =>
    member(place.json("package.json"), "workspaces") !== undefined ||
    hasAny(place, ["pnpm-workspace.yaml", "lerna.json", "nx.json", "turbo.json"]) ||
    // They look for tests in every folder.
    /\b(?:vitest|jest)\b/.test(testScript(place.json("package.json")) ?? "jest"),
  lightOf,
  inline: [
    {
      syntax: "javascript",
      called: "Node",
      find: nodeProgram,
      strayImport: leadsNowhere,
      filesOfModule: filesOfSpecifier,
    },
  ],
  isTest: (path) =>
    /[._-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)test\.[cm]?[jt]sx?$/.test(path) ||
    (/(?:^|\/)(?:tests?|__tests__|spec)\/.*\.[cm]?[jt]sx?$/.test(path) && !isHelp(path)),
  dependencyFolders: ["node_modules"],
  outputFolders: ["dist", "build", "out", "coverage", ".next", ".turbo"],
  ecosystem,
  setup,
  hints: () => ({
    npm: "install Node with npm: https://nodejs.org/en/download",
    npx: "install Node with npm: https://nodejs.org/en/download",
    node: "install Node: https://nodejs.org/en/download",
    pnpm: "install pnpm: https://pnpm.io/installation or `corepack enable`",
    yarn: "install Yarn: https://yarnpkg.com/getting-started/install or `corepack enable`",
  }),
});

const isHelp = (path: string): boolean => /helper|fixture|util|support|setup|mock|common|data/i.test(path);
