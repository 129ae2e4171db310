import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The commit that is built, and whether the checkout has changes; nothing outside a checkout.
 * @param {string} root the workspace's root
 * @returns {Record<string, string>} a file of `dist`, which is not packed
 */
export const revisionFile = (root) => {
  if (!existsSync(join(root, ".git"))) return {};
  const asked = ["-C", root, "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"];
  try {
    return { revision: execFileSync("git", asked, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }) };
  } catch {
    // The build also works on a machine without git.
    return {};
  }
};
