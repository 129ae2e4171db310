import { relative, sep } from "node:path";

/** A file's path from the directory of the call, with `/`; `isBelow` is false where it leads out of it. */
export interface RelativePath {
  readonly path: string;
  readonly isBelow: boolean;
}

export const relativePath = (path: string, cwd: string): RelativePath => {
  const near = relative(cwd, path).split(sep).join("/");
  return { path: near, isBelow: near !== ".." && !near.startsWith("../") };
};
