import { join } from "node:path";
import { stateFolder } from "@llmch/store";
import { type Environment, sha256Hex } from "@llmch/text";
import { repoCache } from "@llmch/workspace";

/** Where copies of a database's runs are on this machine, and what is kept of their repos. */
export const databaseFolder = (shown: string, env: Environment) => ({
  data: join(stateFolder(env), "databases", sha256Hex(shown).slice(0, 16)),
  cache: repoCache(env),
});
