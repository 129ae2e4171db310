import type { Definition } from "@llmch/languages";
import { counted, firstCharacters } from "@llmch/text";
import { defineTool } from "../define-tool.ts";
import { fitLines } from "../output/fit-lines.ts";
import { openFiles, openText } from "../paths.ts";
import type { Outcome, ToolContext } from "../tool.ts";

/** The most that one call searches and reports. */
const MOST_FILES = 20_000;
const MOST_PARSED = 150;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SIGNATURE = 400;

/** Lists what a file defines, or where a name is defined. */
export const symbols = defineTool<{ readonly path?: string; readonly name?: string }>({
  name: "symbols",
  risk: "read",
  about:
    "Tells what a file defines, or which files define a name, in languages that can be parsed: path:first-last|the signature.",
  properties: {
    path: { type: ["string", "null"], description: "The file; or" },
    name: {
      type: ["string", "null"],
      minLength: 1,
      maxLength: 200,
      description: "the name of a function, type or value.",
    },
  },
  required: [],
  run: async ({ path, name }, context) => {
    if ((path === undefined) === (name === undefined)) return { ok: false, said: "one of `path` and `name` is wanted" };
    return path === undefined ? definitionsOf(name ?? "", context) : outlineOf(path, context);
  },
});

const outlineOf = async (path: string, context: ToolContext): Promise<Outcome> => {
  const opened = await openText(path, context);
  if (!opened.ok) return { ok: false, said: opened.issues[0] };
  const text = context.redact(opened.value.text);
  const outline = await context.outlines.outlineOf(opened.value.path, text);
  if (outline === null) return { ok: false, said: "files of this kind are not parsed: use `read` or `search`" };
  return told(linesOf(opened.value.path, outline.definitions), context.room, null);
};

/** Only files that contain the name are parsed. */
const definitionsOf = async (name: string, context: ToolContext): Promise<Outcome> => {
  const last = name.split(/[.#:]+/).at(-1) ?? name;
  if (/[\r\n]/.test(name)) return { ok: false, said: "that is no name" };
  const lines: string[] = [];
  let [looked, parsed, bytes] = [0, 0, 0];
  for (const path of await openFiles(context)) {
    if (context.stop.aborted || parsed >= MOST_PARSED || looked++ >= MOST_FILES || bytes > MOST_BYTES)
      return told(lines, context.room, "not all files were looked at: use `search` with a folder");
    const state = await context.draft.state(path);
    if (state.kind !== "file" || state.text === null) continue;
    bytes += state.bytes;
    const text = context.redact(state.text);
    if (!text.includes(last)) continue;
    const outline = await context.outlines.outlineOf(path, text);
    if (outline === null) continue;
    parsed++;
    lines.push(
      ...linesOf(
        path,
        outline.definitions.filter((each) => isNamed(each, name)),
      ),
    );
  }
  return told(lines, context.room, null);
};

/** Matches a name alone, or qualified by its containers: `Cart.total`. */
const isNamed = (definition: Definition, name: string): boolean => {
  const parts = name.split(/[.#:]+/);
  const whole = [...definition.container, definition.name];
  return parts.every((part, index) => part === whole[whole.length - parts.length + index]);
};

const linesOf = (path: string, definitions: readonly Definition[]): readonly string[] =>
  definitions.map(({ first, last, signature }) => {
    const short = firstCharacters(signature, MOST_SIGNATURE);
    return `${path}:${first + 1}-${last + 1}|${short}${short === signature ? "" : "…"}`;
  });

const told = (lines: readonly string[], room: number, note: string | null): Outcome => {
  const { text, count } = fitLines(lines, room);
  const notes = [
    counted(lines.length, "definition"),
    ...(count < lines.length ? [`the first ${count} are shown`] : []),
    ...(note === null ? [] : [note]),
  ];
  return { ok: true, said: notes.join("; "), ...(count === 0 ? {} : { shown: { label: "definitions", text } }) };
};
