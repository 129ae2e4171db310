import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootId } from "@llmch/files";
import { temporaryFolder } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { onTestFinished } from "vitest";

export const commonDirectory = () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, "llmch");
  const file = (branch: string, rest = ".lock") => join(folder, sha256Hex(branch).slice(0, 16) + rest);
  const put = (name: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(name, text);
  };
  return { commonDir: path, folder, file, put };
};

export const DEAD = { start_ticks: 1, boot_id: bootId() };
