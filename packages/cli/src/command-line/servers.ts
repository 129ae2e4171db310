import { type Command, Option } from "commander";
import type { McpServing, PageServing, Take, WorkerServing } from "../options.ts";
import { databaseFlag, dataFlag, faceFlags, HELP, OUTPUT, WHAT } from "./face-flags.ts";
import { portNumber, positiveInteger, present, refPrefix } from "./values.ts";

/** The commands that serve programs and people, and carry out nothing themselves. */
export const addServers = (program: Command, take: Take, isShort: boolean): void => {
  const server = (name: "mcp" | "acp" | "serve" | "worker", about: string, options: readonly Option[]): Command => {
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
    databaseFlag(),
    new Option("--slots <n>", "how many jobs are carried out at once").argParser(positiveInteger).default(2),
    new Option("--link", "print one more link to the server that runs, and serve nothing").default(false),
  ]).action((options: Omit<PageServing, "server">) => take({ ...options, server: "page" }));
  server("worker", "carry out the jobs of a queue on PostgreSQL, on as many machines as you have", [
    databaseFlag(),
    new Option("--slots <n>", "how many jobs are carried out at once").argParser(positiveInteger).default(2),
    new Option("--repo-cache <dir>", "where repos are kept (default: $LLMCH_REPO_CACHE, else in your cache)").argParser(
      present,
    ),
    new Option("--migrate", "make the database's tables first, if there are none").default(false),
    new Option(
      "--run-refs <prefix>",
      "with --migrate, where remotes have runs, such as refs/heads/llmch-runs (default: refs/llmch/runs)",
    ).argParser(refPrefix),
    new Option("--allow-local", "take paths and file:// as repos too").default(false),
    new Option("--public-records", "publish runs to remotes that anybody can read").default(false),
  ]).action((options: Omit<WorkerServing, "server">) => take({ ...options, server: "worker" }));
  server("mcp", "serve llmch to another program, such as a coding agent, over MCP on standard input and output", [
    new Option("--repo <dir>", "the repo to work on").argParser(present).default("."),
    new Option("--artifacts-dir <dir>", KEPT).argParser(present),
  ]).action((options: Omit<McpServing, "server">) => take({ ...options, server: "mcp" }));
  server("acp", "be an agent in an editor, such as Zed, over ACP on standard input and output", []).action(() =>
    take({ server: "editor" }),
  );
};

const KEPT = "where runs are kept (default: $ARTIFACTS_DIR, else artifacts in the repo)";
