import { build } from "esbuild";

const REQUIRE = "import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);";

/** Bundles a few lines, whose imports start in this folder, into a separate program; for tests that kill processes. */
export const bundleProgram = async (contents: string, outfile: string): Promise<void> => {
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    ...{ outfile, bundle: true, platform: "node", format: "esm", logLevel: "error", banner: { js: REQUIRE } },
  });
};
