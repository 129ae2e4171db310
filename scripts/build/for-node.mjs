/** How the workspace's TypeScript becomes a program for Node. */
export const FOR_NODE = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // ES modules if a package has both: the CommonJS of some hides its own imports from a bundler.
  mainFields: ["module", "main"],
  logLevel: "warning",
  // Optional peers: whoever wants a database installs them.
  external: ["openworkflow", "openworkflow/postgres", "postgres"],
};

/** The same as ES modules: CommonJS dependencies ask for Node's own modules through `require`, which these do not have. */
export const ES_MODULES = {
  ...FOR_NODE,
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
};
