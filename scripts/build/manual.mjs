import { loadSources } from "./load-sources.mjs";

const SOURCES = `export { buildProgram } from "./src/command-line/program.ts"; export { SETTING_FLAGS } from "./src/command-line/setting-flags.ts";`;

/**
 * The manual page llmch(1), made from the help of the commands.
 * @param {string} root the workspace's root
 * @param {string} version
 * @returns {Promise<string>} for man(7)
 */
export const manual = async (root, version) => {
  const { buildProgram, SETTING_FLAGS } = await loadSources(root, SOURCES, "packages/cli");
  return manualPage(
    buildProgram(version, () => {}, SETTING_FLAGS),
    version,
  );
};

/**
 * @param {import("commander").Command} program
 * @param {string} version
 */
export const manualPage = (program, version) => {
  const help = program.createHelp();
  const commands = commandsOf(help, program);
  const shared = sharedFlags(help, commands);
  const own = (command) => help.visibleOptions(command).filter(({ flags }) => !shared.has(flags));
  const sections = [
    [`.TH LLMCH 1 "" "llmch ${version}" "User commands"`],
    [".SH NAME", `llmch \\- ${text(program.description())}`],
    [".SH SYNOPSIS", ".B llmch", ".I command", "[\\fIoptions\\fR]"],
    descriptionSection(),
    [".SH COMMANDS", ...commands.flatMap((command) => described(help, command, own(command)))],
    [".SH OPTIONS OF EVERY COMMAND", ...[...shared.values()].flatMap((option) => flag(help, option))],
    ...places(),
    [
      ".SH SEE ALSO",
      `The pages that ship in the repository tell the rest: ${text("https://github.com/llmch/llmch#readme")}`,
    ],
  ];
  return `${sections.flat().join("\n")}\n`;
};

/** What llmch does, and the usual way through it. */
export const descriptionSection = () => [
  ".SH DESCRIPTION",
  text(
    "A spec becomes a plan of work orders. Each order is drafted by a model and becomes a commit on a branch of its own once deterministic checks",
  ),
  text("and the repo's tests have passed. The usual way, inside a git repo:"),
  ".PP",
  ".nf",
  ...["llmch init", "llmch plan spec.txt --outdir wo", "llmch check wo", "llmch run-all wo", "llmch show"].map(text),
  ".fi",
];

/** Where llmch reads and writes, which variables it heeds, and how it ends. */
export const places = () => [
  termSection("FILES", FILES),
  termSection("ENVIRONMENT", VARIABLES),
  termSection("EXIT STATUS", EXITS),
];

const termSection = (heading, terms) => [
  `.SH ${heading}`,
  ...Object.entries(terms).flatMap(([term, about]) => [".TP", `\\fB${text(term)}\\fR`, text(about)]),
];

const FILES = {
  "llmch.config.json": "Settings of a repo, at its root.",
  "~/.config/llmch/config.json": "Your own settings, which alone may name what a repo must not decide.",
  "artifacts/": "The records of runs: every prompt, answer, result and event.",
};
const VARIABLES = {
  "OPENAI_API_KEY, ANTHROPIC_API_KEY": "Keys of the model servers.",
  LLMCH_SECTION_KEY: "A setting, such as LLMCH_FACTORY_MODEL for factory.model.",
  LLMCH_CONFIG: "Another file for your own settings; /dev/null for none.",
  ARTIFACTS_DIR: "Where runs are kept, instead of artifacts in the repo.",
  "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME":
    "Where your own settings, the key that marks your runs, and caches are.",
  "HTTP_PROXY, HTTPS_PROXY, NO_PROXY": "How servers are reached.",
  NO_COLOR: "No colors, if it is set.",
};
const EXITS = {
  0: "Done; the verdict is PASS.",
  1: "FAIL, or refused.",
  2: "An unexpected error; of plan and check: the plan is not valid.",
  3: "A model, the network or a key is missing.",
  4: "The answer, or the file, is no JSON.",
  5: "A limit of the budget was reached.",
  6: "The run waits for your answer.",
  130: "Interrupted; llmch resume carries on.",
};

/** The commands, each followed by its subcommands, but for those of `submit`, which are the commands once more. */
const commandsOf = (help, command) =>
  help
    .visibleCommands(command)
    .filter((each) => each.name() !== "help")
    .flatMap((each) => [each, ...(each.name() === "submit" ? [] : commandsOf(help, each))]);

/** The options that all of the commands have, by their flags. */
const sharedFlags = (help, commands) => {
  const [first, ...others] = commands.map((command) => help.visibleOptions(command));
  const isShared = ({ flags }) => others.every((options) => options.some((option) => option.flags === flags));
  return new Map(first.filter(isShared).map((option) => [option.flags, option]));
};

const described = (help, command, options) => [
  `.SS ${text(help.commandUsage(command).replace(" [options]", "").replace(" [command]", ""))}`,
  sentence(help.commandDescription(command)),
  ...help.visibleArguments(command).flatMap((argument) => {
    const about = help.argumentDescription(argument);
    return [".TP", `\\fI${text(argument.name())}\\fR`, sentence(about)];
  }),
  ...options.flatMap((option) => flag(help, option)),
  ...epilogue(command),
];

const flag = (help, option) => [".TP", `\\fB${text(option.flags)}\\fR`, sentence(help.optionDescription(option))];

/** What a command's help prints after its options, such as examples, line by line. */
const epilogue = (command) => {
  let shown = "";
  command.configureOutput({ writeOut: (part) => (shown += part), getOutHelpWidth: () => 80 }).outputHelp();
  const after = shown.slice(command.helpInformation().length).trim();
  return after === "" ? [] : [".PP", ".nf", ...after.split("\n").map(text), ".fi"];
};

const sentence = (about) => text(`${about.charAt(0).toUpperCase()}${about.slice(1)}${/[.?!]$/.test(about) ? "" : "."}`);

/** Escapes a line for man(7): a backslash, a hyphen and a leading point mean something else there. */
const text = (line) =>
  line
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/, "\\&$1");
