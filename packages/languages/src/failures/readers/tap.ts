import type { Failure, FailureReader } from "../failure.ts";
import { tapDiagnostics } from "./tap-diagnostics.ts";

const RESULT = /^( *)(not )?ok\b(?: \d+)?(?: -)? ?(.*)$/;
const EXCUSED = / # (?:TODO|SKIP)\b/i;
/** How long a test took, as the package tap prints it after the name. Bats has a time of its own in front of it. */
const TIMING = / # (?:time=|in \d|timeout after \d).*$/;
const BATS_TIMING = / in \d+ms$/;
/** What differs from run to run in a remark, such as a port or an id. Shorter numbers tell tests apart. */
const VOLATILE = /\b0x[\da-f]+\b|\b(?=[a-f]*\d)[\da-f]{7,}\b|\d{4,}/gi;
/** The test file whose results follow, as `prove -v` prints it. */
const FILE = /^(\S+\.t) \.{2,} ?$/;

const UNNAMED = "(no name)";

interface Group {
  readonly indent: number;
  readonly name: string;
}

/** The Test Anything Protocol, from `node --test`, tape, tap, bats, Test::More and many others. */
export const readTap: FailureReader = (lines) => {
  const failures: Failure[] = [];
  const around: Group[] = [];
  let comment: string | null = null;
  let file: string | null = null;
  let lastIndent = 0;
  for (const [index, line] of lines.entries()) {
    const [, space = "", begun] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
    if (begun !== undefined) {
      while ((around.at(-1)?.indent ?? -1) >= space.length) around.pop();
      around.push({ indent: space.length, name: begun });
      continue;
    }
    if (line.startsWith("TAP version ")) comment = null;
    comment = /^# (.+)$/.exec(line)?.[1]?.replace(VOLATILE, "<n>") ?? comment;
    file = FILE.exec(line)?.[1] ?? file;
    const [result, indent = "", fails, title = ""] = RESULT.exec(line) ?? [];
    if (result === undefined) continue;
    const isBelow = indent.length < lastIndent;
    lastIndent = indent.length;
    if (fails === undefined || EXCUSED.test(line)) continue;
    const { place, detail, isGroup, tellsGroups, hasOperator, isBats } = tapDiagnostics(lines, index, indent.length);
    // Tape names a test in a comment above its assertions, whose own names are often the default ones. Others print remarks there.
    const head = hasOperator && indent === "" ? comment : file;
    const groups = around.filter((outer) => outer.indent < indent.length).map((outer) => outer.name);
    const timed = title.replace(TIMING, "");
    const own = isBats ? timed.replace(BATS_TIMING, "") : timed;
    const name = [head, ...groups, own || UNNAMED].filter((part) => part !== null).join(" > ");
    // A group's result comes after those of its tests.
    const seemsGroup = !tellsGroups && isBelow && failures.at(-1)?.name.startsWith(`${name} > `) === true;
    if (isGroup || seemsGroup) continue;
    failures.push({ name, place, detail });
  }
  return failures;
};
