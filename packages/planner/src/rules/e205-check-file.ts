import { checkFilesIn } from "@llmch/contract";
import { inlineProgram } from "@llmch/languages";
import { isJsonObject, type JsonValue, member } from "@llmch/text";
import { asInline } from "../commands/check-words.ts";
import type { InlinePrograms } from "../inline-programs.ts";
import type { CommandReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { Finding, OrderRule } from "./rule.ts";

/** A command finds each check file that it names: acceptance does, and a visible command no hidden one. */
export const missingCheckFile: OrderRule = ({ order }) =>
  order.allCommands.flatMap(({ text, files, pointer, field }) =>
    [...text.matchAll(/\$LLMCH_CHECKS\/([\w.-]+)/g)].flatMap(([, name = ""]): readonly Finding[] => {
      const message = `command ${quote(text)} names the check ${quote(name)}, which \`checks\` of the plan does not give it`;
      return files.some((each) => each.name === name) ? [] : [{ code: "E205", field, message, pointer }];
    }),
  );

/** What is wrong with a plan's `checks`: their form, their syntax if no command runs them, and files that nothing uses. */
export const checkFileFaults = (
  manifest: JsonValue,
  commands: readonly CommandReading[],
  programs: InlinePrograms,
): readonly Finding[] => {
  const given = (isJsonObject(manifest) ? member(manifest, "checks") : null) ?? [];
  if (!Array.isArray(given)) return [finding("E205", "`checks` is no list", "/checks")];
  const used = new Set(commands.flatMap(({ files }) => files.map(({ name }) => name)));
  const names = new Set<string>();
  return given.flatMap((entry: JsonValue, index): readonly Finding[] => {
    const pointer = `/checks/${index}`;
    const [file] = checkFilesIn({ checks: [entry] });
    const isMisread = isJsonObject(entry) && typeof member(entry, "hidden") !== "boolean";
    if (file === undefined || isMisread || !PLAIN.test(file.name) || names.has(file.name.toLowerCase()))
      return [
        finding(
          "E205",
          `check ${quote(entry)} has no plain name of its own, no content, or a faulty \`hidden\``,
          pointer,
        ),
      ];
    const { name } = file;
    names.add(name.toLowerCase());
    if (!used.has(name)) return [finding("W201", `no command uses the check ${quote(name)}`, pointer)];
    const found = inlineProgram(asInline(file));
    const isRun = commands.some(({ text }) => text.includes(`$LLMCH_CHECKS/${name}`));
    const fault = found === null || isRun ? null : programs.syntaxFault(found);
    return fault === null ? [] : [finding("E006", `check ${quote(name)}: ${fault.message}`, pointer)];
  });
};

const PLAIN = /^\w[\w.-]{0,99}$/;

const finding = (code: Finding["code"], message: string, pointer: string): Finding => ({
  ...{ code, field: "checks", message, pointer },
});
