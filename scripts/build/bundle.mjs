import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Packages that stay outside the bundle: ruff's carries a WebAssembly file beside its code. */
const EXTERNAL = ["@astral-sh/ruff-wasm-nodejs"];

/**
 * Bundles the CLI with code splitting, so that each command loads only what it needs.
 * @param {string} root the workspace's root
 */
export const bundleCli = async (root) => {
  const outdir = join(root, "packages/cli/dist");
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [join(root, "packages/cli/src/main.ts")],
    outdir,
    entryNames: "[name]",
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    external: EXTERNAL,
    // CommonJS dependencies ask for Node's own modules through `require`, which an ES module does not have.
    banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
    logLevel: "warning",
  });
};
