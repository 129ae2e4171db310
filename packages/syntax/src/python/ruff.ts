import { createRequire } from "node:module";
import type { Workspace } from "@astral-sh/ruff-wasm-nodejs";

let workspace: Workspace | undefined;

/**
 * Ruff's parser, loaded at first use: its 10 MB of WebAssembly take some 100 ms. Required rather than imported, so that the call stays
 * synchronous.
 */
export const ruff = (): Workspace => {
  if (workspace === undefined) {
    const require = createRequire(import.meta.url);
    const module: typeof import("@astral-sh/ruff-wasm-nodejs") = require("#parsers/ruff");
    workspace = new module.Workspace({}, module.PositionEncoding.Utf16);
  }
  return workspace;
};
