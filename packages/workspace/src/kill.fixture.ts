/** Calls that change something on disk; which of them a program makes depends on its libraries. */
export const MUTATING = [
  "rename",
  "link",
  "linkat",
  "unlink",
  "unlinkat",
  "rmdir",
  "mkdir",
  "fsync",
  "write",
  "fchmod",
] as const;

/** One call of a process: the n-th of its kind. */
export interface Call {
  readonly name: (typeof MUTATING)[number];
  readonly count: number;
}

/** Options with which strace kills a process there. */
export const killing = ({ name, count }: Call): readonly string[] => [
  ...["-qq", "-e", `trace=${name}`],
  ...["-e", `inject=${name}:signal=KILL:when=${count}`],
];
