import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { TestProject } from "vitest/node";
import { ES_MODULES } from "../build/for-node.mjs";

declare module "vitest" {
  interface ProvidedContext {
    bundledTests: BundledTests | undefined;
  }
}

/** Where workers find each file: the bundle of `<root>/<path>.ts` is `<folder>/<path>.js`. */
export type BundledTests = { readonly root: string; readonly folder: string };

/**
 * Bundles the selected test files once for all workers, with everything that they share in chunks. Each worker loads these as plain
 * modules; otherwise it would transform every source, and look up every name in its module at each use.
 */
export const setup = async ({ vitest, provide }: TestProject): Promise<(() => void) | undefined> => {
  // In watch mode, Vite has its own graph of the sources.
  if (vitest.config.watch) {
    provide("bundledTests", undefined);
    return undefined;
  }
  const { root } = vitest.config;
  // External packages are found from here, and nothing that scans the sources sees it.
  const bundles = join(root, "node_modules/.bundled-tests");
  const folder = join(bundles, `${process.pid}`);
  removeLeft(bundles);
  const setupFiles = vitest.projects.flatMap(({ config }) => config.setupFiles);
  await build({
    ...ES_MODULES,
    format: "esm",
    platform: "node",
    logLevel: "warning",
    entryPoints: [...new Set([...vitest.state.getPaths(), ...setupFiles])],
    outbase: root,
    outdir: folder,
    splitting: true,
    sourcemap: "linked",
    // The sources are where the map says.
    sourcesContent: false,
    external: ["vitest", "esbuild", "playwright-core"],
    define: { "import.meta.url": "__url", "import.meta.dirname": "__directory", "import.meta.filename": "__file" },
    plugins: [OWN_PLACES, COMPILER],
  });
  // Otherwise Node reads each file once more to detect its format.
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  provide("bundledTests", { root, folder });
  return () => rmSync(folder, { recursive: true, force: true });
};

/** Removes what killed runs left. */
const removeLeft = (bundles: string): void => {
  for (const name of existsSync(bundles) ? readdirSync(bundles) : [])
    if (!isRunning(Number(name))) rmSync(join(bundles, name), { recursive: true, force: true });
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Makes each module of the workspace see its source's location as its own. */
const OWN_PLACES: Plugin = {
  name: "own-places",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(?:packages|scripts|lab)\/.*\.(?:ts|mjs)$/ }, ({ path }) => {
      const text = path.includes("/node_modules/") ? "" : readFileSync(path, "utf8");
      if (!text.includes("import.meta.")) return null;
      const places = { __url: pathToFileURL(path).href, __directory: dirname(path), __file: path };
      const declared = Object.entries(places).map(([name, place]) => `const ${name} = ${JSON.stringify(place)};`);
      // On the first line, so that all others keep their numbers.
      return { contents: `${declared.join(" ")} ${text}`, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

/** Requires the compiler: importing a CommonJS module scans all its nine megabytes for the names that it exports. */
const COMPILER: Plugin = {
  name: "compiler",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@typescript\/typescript6$/ }, ({ path }) => ({ path, namespace: "compiler" }));
    onLoad({ filter: /./, namespace: "compiler" }, () => ({
      contents: `import { createRequire } from "node:module"; export default createRequire(${JSON.stringify(import.meta.url)})("@typescript/typescript6");`,
    }));
  },
};
