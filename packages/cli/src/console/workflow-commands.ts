/**
 * GitHub's runner takes every line that a step prints and that begins with `::` or `##[`, white space aside, for an order to itself.
 * What a model or a command printed must not give it any: there the marks are parted. Elsewhere texts stay as they are.
 */
export const workflowCommandGuard = (env: NodeJS.ProcessEnv): ((text: string) => string) =>
  env.GITHUB_ACTIONS === "true" ? parted : (text) => text;

const parted = (text: string): string =>
  text.replace(/^(\s*)(?:::|##\[)/gm, (marks) => `${marks.slice(0, -1)} ${marks.slice(-1)}`);
