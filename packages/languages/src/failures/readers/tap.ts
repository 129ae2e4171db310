import type { Failure, FailureReader } from "../failure.ts";
import { placeInStack } from "../lines.ts";

const NOT_OK = /^( *)not ok(?: \d+)?(?: -)? ?(.*?)(?: # (?:TODO|SKIP)\b.*)?$/;
const EXCUSED = / # (?:TODO|SKIP)\b/i;

/** The Test Anything Protocol, from `node --test` and many others; Node adds YAML with the error and its stack. */
export const readTap: FailureReader = (lines) => {
  const failures: Failure[] = [];
  const around: { readonly indent: number; readonly name: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const [, space = "", begun] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
    if (begun !== undefined) {
      while ((around.at(-1)?.indent ?? -1) >= space.length) around.pop();
      around.push({ indent: space.length, name: begun });
      continue;
    }
    const [, indent = "", name] = NOT_OK.exec(line) ?? [];
    if (name === undefined || EXCUSED.test(line)) continue;
    const { error, stack, location, isGroup } = diagnosticsAfter(lines, index, indent.length);
    if (isGroup) continue;
    const groups = around.filter((outer) => outer.indent < indent.length).map((outer) => outer.name);
    failures.push({ name: [...groups, name].join(" > "), place: placeInStack(stack) ?? location, detail: error });
  }
  return failures;
};

/** The YAML block after a result, or the comments that other producers print. */
const diagnosticsAfter = (lines: readonly string[], at: number, indent: number) => {
  const deeper = " ".repeat(indent + 1);
  const next = lines[at + 1] ?? "";
  const isYaml = next.startsWith(deeper) && next.trim() === "---";
  const block = isYaml ? untilDots(lines, at + 2, deeper) : [];
  const value = (key: string) => yamlValue(block, key, indent + 2);
  const comments = isYaml ? [] : commentsFrom(lines, at + 1);
  return {
    error: isYaml ? value("error") : comments,
    stack: value("stack"),
    location: value("location")[0] ?? null,
    isGroup: value("failureType")[0] === "subtestsFailed",
  };
};

const MOST_LINES = 400;

/** A block that was cut off ends at the first line that is not indented deeper than the result: the next result begins there. */
const untilDots = (lines: readonly string[], from: number, deeper: string): readonly string[] => {
  const most = Math.min(lines.length, from + MOST_LINES);
  let end = from;
  const isInside = (line: string): boolean => line.trim() !== "..." && (line.startsWith(deeper) || line.trim() === "");
  while (end < most && isInside(lines[end] ?? "")) end += 1;
  return lines.slice(from, end);
};

const commentsFrom = (lines: readonly string[], from: number): readonly string[] => {
  const found: string[] = [];
  while (found.length < MOST_LINES) {
    const comment = /^\s*#\s?(?!\s*Subtest: )(.*)$/.exec(lines[from + found.length] ?? "")?.[1];
    if (comment === undefined) break;
    found.push(comment.trimEnd());
  }
  return found;
};

/** A quoted scalar, or a block after `|-`; supports only the YAML that Node writes. */
const yamlValue = (block: readonly string[], key: string, indent: number): readonly string[] => {
  const start = `${" ".repeat(indent)}${key}:`;
  const index = block.findIndex((line) => line.startsWith(start));
  if (index === -1) return [];
  const rest = (block[index] ?? "").slice(start.length).trim();
  if (!/^[|>]/.test(rest)) return [rest.replace(/^'(.*)'$/, (_, inner: string) => inner.replaceAll("''", "'"))];
  const body: string[] = [];
  for (const line of block.slice(index + 1)) {
    if (line.trim() !== "" && !line.startsWith(" ".repeat(indent + 2))) break;
    body.push(line.slice(indent + 2).trimEnd());
  }
  return body;
};
