import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** How node-llama-cpp is loaded; null where it is not installed. */
export type FindLlama = () => (() => Promise<unknown>) | null;

/**
 * Looks for node-llama-cpp where llmch itself is installed, which is where npm puts an optional peer: beside a global llmch, or in the
 * project that llmch is a dependency of. Never in the repo that is worked on: its code must not run in this process.
 */
export const findInstalledLlama: FindLlama = () => {
  try {
    const path = createRequire(import.meta.url).resolve("node-llama-cpp");
    return () => import(pathToFileURL(path).href);
  } catch {
    return null;
  }
};

/** What helps where it is not installed. */
export const INSTALL_LLAMA = "install it beside llmch: `npm install node-llama-cpp`, with --global where llmch is so";
