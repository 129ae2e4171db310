import type { ConfigDrawing } from "@llmch/app";
import type { Colors } from "../console/paint.ts";

/** Wider values push aside what follows them. */
const WIDEST_VALUE = 40;

/** Settings with their values and origins, by group, and the files that were looked for. */
export const settingLines = ({ rows, files }: ConfigDrawing, colors: Colors): readonly string[] => {
  const names = Math.max(...rows.map(({ name }) => name.length));
  const values = Math.min(WIDEST_VALUE, Math.max(...rows.map(({ value }) => value.length)));
  const line = ({ name, value, origin }: ConfigDrawing["rows"][number]) =>
    `  ${name.padEnd(names)}  ${value.padEnd(values)}  ${origin ?? colors.dim("default")}`;
  const groups = [...new Set(rows.map(({ group }) => group))];
  const sections = groups.map((group) => [colors.bold(group), ...rows.filter((row) => row.group === group).map(line)]);
  if (files.length === 0) return sections.flat();
  const paths = Math.max(...files.map(({ name }) => name.length));
  const states = files.map(
    ({ name, isThere }) => `  ${name.padEnd(paths)}  ${isThere ? "is there" : colors.dim("is not there")}`,
  );
  return [
    ...sections.flatMap((lines) => [...lines, ""]),
    colors.bold("files, of which the later one wins; variables and flags win over both"),
    ...states,
  ];
};
