// What a trial measures.

/**
 * The percentage of lines of some definitions that a prompt shows. A definition extends from the first line that has its name to the next
 * one with no more indentation.
 */
export const visible = (prompt, text, names) => {
  const shown = new Set(prompt.split("\n").map((line) => line.replace(/^ *\d+\|/, "")));
  const wanted = names.flatMap((name) => definition(text, name)).filter((line) => line.trim().length > 3);
  return (100 * wanted.filter((line) => shown.has(line)).length) / wanted.length;
};

const definition = (text, name) => {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.includes(name));
  if (start === -1) throw new Error(`${name} is not there`);
  const indent = (line) => line.length - line.trimStart().length;
  const end = lines.findIndex(
    (line, index) =>
      index > start && line.trim() !== "" && indent(line) <= indent(lines[start]) && !/^\s*[)}\]]/.test(line),
  );
  return lines.slice(start, end === -1 ? lines.length : end);
};

/** The percentage of some lines that a map lists. */
export const listed = (map, lines) => (100 * lines.filter((line) => map.includes(`${line}\n`)).length) / lines.length;

/** Attempts that were asked for and failed at one of these stages. */
export const spentOn = (failed, ...stages) => failed.filter((stage) => stages.includes(stage)).length;

export const atLeast = (what, value, reach, unit = "%") => ({
  what,
  value,
  unit,
  reach,
  ok: value >= reach,
  sign: "≥",
});
export const atMost = (what, value, reach, unit = "") => ({ what, value, unit, reach, ok: value <= reach, sign: "≤" });
export const none = (what, value) => atMost(what, value, 0);
