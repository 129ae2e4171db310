import type { WishedCommand } from "./imported-plan.ts";
import { type Document, type Line, plain } from "./markdown.ts";

/** The programs with which plans check work. */
const PROGRAM =
  /^(?:(?:n|p)?npm|npx|yarn|bunx?|node|deno|make|just|mise|cargo|go|pytest|python3?|uv|poetry|tox|ruff|mypy|\.?\/?gradlew?|mvn|dotnet|php|composer|phpunit|bundle|rake|rspec|mix|swift|ctest|cmake|bash|sh|tsc|eslint|biome|vitest|jest|playwright|openspec|test|grep|rg|! grep)(?= |$)/;

/** A program that goes on until it is stopped proves nothing. */
const GOES_ON = /[ :](?:dev|start|serve|watch)$/;

/** What an author says of a command behind it. */
const PROSE = /\s+(?:\(.*|(?:runs|passes|succeeds|compiles|shows|should|returns|exits|works)\b.*)$/;

/**
 * The commands in a line: code between backticks that begins with a known program; in a line without any, the line itself. The home
 * folder of its author is left out.
 */
export const commandsIn = (document: Pick<Document, "path">, { text, number }: Line): readonly WishedCommand[] => {
  const bare = plain(text)
    .replace(/^(?:[-*+]|\d+[.)]) /, "")
    .replace(PROSE, "");
  const isBare = !text.includes("`") && !/\b(?:the|that|sure)\b|[.!:]$/.test(bare);
  return [...text.matchAll(/`([^`]+)`/g), ...(isBare ? [["", bare] as const] : [])].flatMap(([, code = ""]) => {
    const command = code.trim().replace(/^cd ~\S* && /, "");
    const isCommand = PROGRAM.test(command.replace(/^(?:cd \S+ && |[A-Z_]+=\S+ )+/, "")) && !GOES_ON.test(command);
    return isCommand ? [{ command, path: document.path, line: number }] : [];
  });
};

/** The commands between backticks in lines that say that something is run. */
export const commandsRun = (document: Pick<Document, "path">, lines: readonly Line[]): readonly WishedCommand[] =>
  lines.flatMap((line) => (/\b(?:run|execute)\b.*`/i.test(line.text) ? commandsIn(document, line) : []));
