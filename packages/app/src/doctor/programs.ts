import { findBubblewrap } from "@llmch/process";
import type { Environment } from "@llmch/text";
import { gitVersion, repoFolders } from "@llmch/workspace";
import { type Finding, fine, missing, warned } from "./finding.ts";

/** The minimum version in package.json's `engines`. */
const OLDEST_NODE = [20, 19] as const;

/** Checks Node, git, and the sandbox for commands; uses no program from the repo that contains the directory. */
export const examinePrograms = async (directory: string, env: Environment): Promise<readonly Finding[]> => {
  const [git, sandbox] = await Promise.all([examineGit(directory, env), examineSandbox(directory, env)]);
  return [examineNode(process.versions.node), git, sandbox];
};

/** @param version as in `20.19.0` */
export const examineNode = (version: string): Finding => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldest, least] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= least)) return fine("node", version);
  return missing("node", { message: `${version} is too old`, hint: `install Node ${OLDEST_NODE.join(".")} or newer` });
};

const examineGit = async (directory: string, env: Environment): Promise<Finding> => {
  const told = await gitVersion(directory, env);
  const hint = "install git 2.31 or newer";
  if (!told.ok) {
    const [message] = told.issues;
    return missing("git", { message, hint: message.includes("config") ? "correct that file" : hint });
  }
  const { major, minor, text } = told.value;
  const isOld = major < 2 || (major === 2 && minor < 31);
  return isOld ? missing("git", { message: `${text} is too old`, hint }) : fine("git", text);
};

const examineSandbox = async (directory: string, env: Environment): Promise<Finding> => {
  const found = await findBubblewrap(env, { allowsNetwork: false, notFrom: repoFolders(directory) });
  if (found.ok) return fine("sandbox", "bubblewrap works: commands see the worktree, the toolchains and no network");
  const [why] = found.issues;
  const hint =
    process.platform === "linux"
      ? "install bubblewrap, and let this user have user namespaces"
      : "run untrusted orders on Linux, where there is bubblewrap";
  return warned("sandbox", `${why}: commands run with your rights`, hint);
};
