import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CreateLlmch, createLlmch as create } from "@llmch/app/library";
import { installedVersion } from "./installed-version.ts";

export type * from "@llmch/app/library";

/** The root of the published package, where this file is `dist/library.js`. */
const packageRoot = fileURLToPath(new URL("..", import.meta.url));
const version = installedVersion(packageRoot);

/**
 * What `import { createLlmch } from "llmch"` gives: the engine with this package's version and templates, and this process's cwd and env.
 */
export const createLlmch: CreateLlmch = (options) =>
  create({ version, templates: join(packageRoot, "templates"), cwd: process.cwd(), env: process.env }, options);
