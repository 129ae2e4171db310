import { printable, printableText } from "@llmch/text";
import type { Design } from "./design.ts";

/** The first line of a design page. It distinguishes our page from other files. */
export const DESIGN_PAGE_START = "<!-- llmch: made from design.json -->";

/** A design for people to read, as Markdown. Its texts can add no markup and no terminal control codes. */
export const designPage = ({ modules, interfaces, names, decisions }: Design): string =>
  `${[
    DESIGN_PAGE_START,
    "# Design",
    ...section(
      "Modules",
      modules.map(({ name, paths, purpose }) => `- **${words(name)}**${placed(paths)}: ${words(purpose)}`),
    ),
    ...section(
      "Interfaces",
      interfaces.map(({ name, path, signature, about }) =>
        [
          `- **${words(name)}**${placed(path === null ? [] : [path])}${about === "" ? "" : `: ${words(about)}`}`,
          "",
          ...printableText(signature)
            .split("\n")
            .map((line) => `      ${line}`),
        ].join("\n"),
      ),
    ),
    ...section(
      "Names",
      names.map(({ name, meaning }) => `- **${words(name)}**: ${words(meaning)}`),
    ),
    ...section(
      "Decisions",
      decisions.map(
        ({ decision, why, paths }) => `- ${words(decision)}${placed(paths)}${why === "" ? "" : `. Why: ${words(why)}`}`,
      ),
    ),
  ].join("\n\n")}\n`;

const section = (title: string, entries: readonly string[]): readonly string[] =>
  entries.length === 0 ? [] : [`## ${title}`, entries.join("\n")];

const placed = (paths: readonly string[]): string => (paths.length === 0 ? "" : ` (${paths.map(words).join(", ")})`);

/** One line with all Markdown characters escaped. */
const words = (text: string): string =>
  printable(text)
    .replace(/[\\`*_[\]<>|#~]/g, "\\$&")
    .replaceAll("&", "&amp;");
