import { commandLine, firstCharacters, quoteAsData, shellWord } from "@llmch/text";

/** A product as its user meets it: no body of code, no test, no order (contract §11). */
export interface ProductInterface {
  readonly readme: string | null;
  /** The program and its arguments; null if nothing names it. */
  readonly start: readonly string[] | null;
  /** What it printed when it was asked for help. */
  readonly help: string | null;
  /** The names that it publishes, with their parameters, by file. */
  readonly signatures: string;
  /** Such as `GET /items`. */
  readonly routes: readonly string[];
  readonly files: readonly string[];
}

const README_CHARACTERS = 12_000;
const HELP_CHARACTERS = 4_000;
const MOST_FILES = 200;

/** What an examiner is shown of a product, besides its spec. */
export const publishedPart = ({ readme, start, help, signatures, routes, files }: ProductInterface): string => {
  const section = (title: string, text: string | null): readonly string[] =>
    text === null || text.trim() === "" ? [] : [`## ${title}\n\n${quoteAsData(title.toLowerCase(), text)}`];
  const rest = files.length - MOST_FILES;
  return [
    ...section("How it is started", start === null ? null : commandLine(start.map(shellWord).join(" "))),
    ...section(
      "What it says of itself when asked for help",
      help === null ? null : firstCharacters(help, HELP_CHARACTERS),
    ),
    ...section("Its routes", routes.join("\n")),
    ...section("What it publishes", signatures),
    ...section("Its README", readme === null ? null : firstCharacters(readme, README_CHARACTERS)),
    ...section("Its files", [...files.slice(0, MOST_FILES), ...(rest > 0 ? [`… and ${rest} more`] : [])].join("\n")),
  ].join("\n\n");
};
