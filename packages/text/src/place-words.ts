/** The place that a note is about: `src/a.ts:12`; null for the whole change. */
export const notePlace = ({
  path,
  line,
}: {
  readonly path: string | null;
  readonly line: number | null;
}): string | null => (path === null ? null : line === null ? path : `${path}:${line}`);
