/**
 * The text of an issue as part of a section: its headings stand below the section's own, and a block of code that it leaves open ends with it,
 * so that it says nothing about what follows.
 * @param level of the section's heading; 0 for none
 */
export const bodyBelow = (body: string, level: number): string => {
  // GitHub ends lines as browsers do.
  const lines = body.replaceAll("\r\n", "\n").trim().split("\n");
  let fence = "";
  const marks = lines.map((line) => {
    const mark = FENCE.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    return fence === "" && mark === "" ? (HEADING.exec(line)?.[2] ?? "") : "";
  });
  const highest = Math.min(level + 1, ...marks.flatMap((mark) => (mark === "" ? [] : [mark.length])));
  const shown = lines.map((line, at) => {
    const depth = Math.min(6, (marks[at]?.length ?? 0) + level + 1 - highest);
    return marks[at] === "" ? line : line.replace(HEADING, `$1${"#".repeat(depth)}`);
  });
  return body.trim() === "" ? "" : `\n${[...shown, ...(fence === "" ? [] : [fence])].join("\n")}\n`;
};

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** As a spec is read: in a quote too. */
const HEADING = /^([ >]{0,8})(#{1,6})(?=\s|$)/;
