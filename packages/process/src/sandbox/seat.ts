import { join, relative } from "node:path";
import { isInside } from "@llmch/files";
import type { SandboxPlace } from "../program/sandbox.ts";

/** Where commands see the worktree, and the user's checkout: the worktree stands at the checkout's path if that is elsewhere. */
export interface Seat extends Pick<SandboxPlace, "checkout" | "alias"> {
  readonly root: string;
  /** What commands see for a path of the machine's in the checkout; any other as it is. */
  at(path: string): string;
  /** A text that llmch gives to commands, with the paths as they see them. */
  inside(text: string): string;
  /** What they print, without the places of the worktree and the checkout. */
  outside(text: string): string;
}

export const seatOf = ({ root, checkout, alias }: Pick<SandboxPlace, "root" | "checkout" | "alias">): Seat => {
  const seat = alias === null ? root : checkout;
  return {
    ...{ checkout, alias, root: seat },
    at: (path) => (alias !== null && isInside(checkout, path) ? join(alias, relative(checkout, path)) : path),
    inside: (text) =>
      alias === null
        ? text
        : text.replace(named(checkout), (_, rest) => alias + rest).replace(named(root), (_, rest) => checkout + rest),
    // Nothing else is called as llmch's own places are.
    outside: (text) =>
      [named(root, ""), named(alias ?? root, ""), named(seat)].reduce(
        (done, path) => done.replace(path, (_, rest) => (rest === "/" ? "" : ".")),
        text,
      ),
  };
};

/** A path wherever a text names it, but no part of another one: `/app` is neither in `/app2` nor in `/usr/app`, but in `file:///app`. */
const named = (path: string, before = "(?<![\\w.-]|(?<!/)/)"): RegExp =>
  new RegExp(`${before}${path.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}(/|(?![\\w.-]))`, "g");
