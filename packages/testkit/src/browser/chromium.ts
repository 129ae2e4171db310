import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** This machine's browser: `$CHROMIUM`, or one on the PATH; null if there is none. */
export const findChromium = (env: NodeJS.ProcessEnv): string | null => {
  if (env.CHROMIUM !== undefined && env.CHROMIUM !== "") return env.CHROMIUM;
  const files = (env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return files.find(isExecutable) ?? null;
};

export const launchChromium = (executablePath: string): Promise<Browser> =>
  // Its own sandbox does not run as root.
  chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
