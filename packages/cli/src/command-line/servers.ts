import { type Command, Option } from "commander";
import type { McpServing, PageServing, Take } from "../options.ts";
import { dataFlag, faceFlags, HELP, OUTPUT, WHAT } from "./face-flags.ts";
import { portNumber, positiveInteger, present } from "./values.ts";

/** The commands that serve programs and people, and carry out nothing themselves. */
export const addServers = (program: Command, take: Take, isShort: boolean): void => {
  const server = (name: "mcp" | "serve", about: string, options: readonly Option[]): Command => {
    const command = program.command(name).description(about).optionsGroup(OUTPUT).helpOption("-h, --help", HELP);
    for (const option of options) command.addOption(option.helpGroup(WHAT));
    for (const option of faceFlags(name, isShort)) command.addOption(option);
    return command;
  };
  server("serve", "serve a page where work queues up, is watched, and waits for you; on this machine alone", [
    new Option("--port <n>", "where it listens, at 127.0.0.1; 0 takes any").argParser(portNumber).default(7717),
    new Option("--repo <dir>", "a repo that the page offers; repeat it for more (default: the repo of this directory)")
      // Each flag is one more repo.
      .argParser((text: string, before: readonly string[] = []) => [...before, present(text)]),
    dataFlag(),
    new Option("--slots <n>", "how many jobs are carried out at once").argParser(positiveInteger).default(2),
    new Option("--link", "print one more link to the server that runs, and serve nothing").default(false),
  ]).action((options: Omit<PageServing, "server">) => take({ ...options, server: "page" }));
  server("mcp", "serve llmch to another program, such as a coding agent, over MCP on standard input and output", [
    new Option("--repo <dir>", "the repo to work on").argParser(present).default("."),
    new Option("--artifacts-dir <dir>", KEPT).argParser(present),
  ]).action((options: Omit<McpServing, "server">) => take({ ...options, server: "mcp" }));
};

const KEPT = "where runs are kept (default: $ARTIFACTS_DIR, else artifacts in the repo)";
