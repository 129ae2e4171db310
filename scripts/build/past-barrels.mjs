import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** `import { a, type B, c as d } from "…";` and `export { … } from "…";`, as biome prints them. */
const NAMED = /^(import|export) \{([^}]*)\} from "([^"]+)";$/gm;
const ALL = /^export \* from "([^"]+)";$/gm;
const DECLARED = /^export (?:const |let |(?:async )?function\*? |class )(\w+)/gm;
/** What a barrel may hold besides re-exports. */
const NO_CODE = /^(?:export type [^;]*;|\/\/.*|\/\*\*[\s\S]*?\*\/|\s*)$/gm;

/**
 * Makes sources import names from where they are declared, past the barrels in between (`index.ts`). esbuild splits by what each entry
 * point reaches, and through a barrel that is everything that anybody imports from it: every command would load most of llmch.
 * @param {string} root the workspace's root
 * @returns {import("esbuild").Plugin}
 */
export const pastBarrels = (root) => ({
  name: "past-barrels",
  setup: (build) => {
    const modules = new Map();
    const moduleAt = (path) => {
      if (!modules.has(path)) modules.set(path, readModule(path, root));
      return modules.get(path);
    };
    build.onLoad({ filter: /\/packages\/[^/]+\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace(NAMED, (statement, kind, names, specifier) => {
        const target = pathOf(specifier, path, root);
        if (kind === "export" || target === null || !moduleAt(target).isBarrel) return statement;
        return namesIn(names)
          .map(({ name, as }) => {
            const found = homeOf(name, target, moduleAt);
            if (found === null) throw new Error(`${path}: ${specifier} has no ${name}`);
            return `import { ${found.name} as ${as} } from ${JSON.stringify(found.path)};`;
          })
          .join(" ");
      });
      return { contents, loader: "ts" };
    });
  },
});

/** Where a name that a module exports is declared, and its name there; null if the module has no such name. */
const homeOf = (name, path, moduleAt) => {
  const { declared, passedOn, all } = moduleAt(path);
  if (declared.has(name)) return { name, path };
  const passed = passedOn.get(name);
  if (passed !== undefined)
    return homeOf(passed.name, passed.from, moduleAt) ?? { name: passed.name, path: passed.from };
  for (const from of all) {
    const found = homeOf(name, from, moduleAt);
    if (found !== null) return found;
  }
  return null;
};

const readModule = (path, root) => {
  const text = readFileSync(path, "utf8");
  const reExports = [...text.matchAll(NAMED)].filter(([, kind]) => kind === "export");
  const passedOn = reExports.flatMap(([, , names, specifier]) => {
    const from = pathOf(specifier, path, root);
    return from === null ? [] : namesIn(names).map(({ name, as }) => [as, { name, from }]);
  });
  return {
    declared: new Set([...text.matchAll(DECLARED)].map(([, name]) => name)),
    passedOn: new Map(passedOn),
    all: [...text.matchAll(ALL)].flatMap(([, specifier]) => pathOf(specifier, path, root) ?? []),
    isBarrel: text.replace(NAMED, "").replace(ALL, "").replace(NO_CODE, "").trim() === "",
  };
};

const namesIn = (list) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("type "))
    .map((part) => part.split(" as "))
    .map(([name, as = name]) => ({ name, as }));

/** The source that a specifier of the workspace names; null for any other. */
const pathOf = (specifier, from, root) => {
  if (specifier.startsWith(".")) return specifier.endsWith(".ts") ? join(dirname(from), specifier) : null;
  const [, name, rest = ""] = /^@llmch\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const { exports } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
  const target = exports[`.${rest}`];
  return typeof target === "string" && target.endsWith(".ts") ? join(root, "packages", name, target) : null;
};
