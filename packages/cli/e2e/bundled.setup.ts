import { rmSync } from "node:fs";
import { bundleSources } from "../../../scripts/build/bundle.mjs";

/** Bundles the commands from their sources, once for all workers: each loads them at once, and a scene runs as fast as what is built. */
export const setup = async (): Promise<void> => {
  const folder = `${import.meta.dirname}/.bundle`;
  rmSync(folder, { recursive: true, force: true });
  await bundleSources(`${import.meta.dirname}/../src/run-command.ts`, folder);
};
