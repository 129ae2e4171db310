import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** Returns a loader for node-llama-cpp; null if it is not installed. */
export type FindLlama = () => (() => Promise<unknown>) | null;

/**
 * Looks for node-llama-cpp where llmch itself is installed, because npm puts an optional peer there: beside a global llmch, or in
 * the project that depends on llmch. Never looks in the repo being worked on: its code must not run in this process.
 */
export const findInstalledLlama: FindLlama = () => {
  try {
    const path = createRequire(import.meta.url).resolve("node-llama-cpp");
    return () => import(pathToFileURL(path).href);
  } catch {
    return null;
  }
};

/** The hint if it is not installed. */
export const INSTALL_LLAMA =
  "install it beside llmch: `npm install node-llama-cpp`, with --global if llmch was installed that way";
