import { relative, sep } from "node:path";

/** A file's path relative to the working directory, with `/`; `isBelow` is false if it leads out of it. */
export interface RelativePath {
  readonly path: string;
  readonly isBelow: boolean;
}

export const relativePath = (path: string, cwd: string): RelativePath => {
  const near = relative(cwd, path).split(sep).join("/");
  return { path: near, isBelow: near !== ".." && !near.startsWith("../") };
};
