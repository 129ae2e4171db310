import { CATALOGUE, type Entry, type Member, type OperationName } from "@llmch/app/catalogue";
import { Argument, Command, Help, InvalidArgumentError, Option } from "commander";
import type { Invocation, Shown, Take } from "../options.ts";
import { faceFlags, HELP, OUTPUT, WHAT } from "./face-flags.ts";
import { type Extent, endHelp } from "./help-ending.ts";
import { addServers } from "./servers.ts";
import { listed, positiveInteger, present } from "./values.ts";

/** The flags of settings, which take as long to load as all the rest: without them, commands that have some lack those flags. */
export interface SettingFlags {
  add(command: Command, entry: Pick<Entry, "name" | "settings">, isShort: boolean): void;
  /** What flags gave, by the names of settings. */
  given(options: Readonly<Record<string, unknown>>, entry: Pick<Entry, "name" | "settings">): Invocation["given"];
}

/**
 * All commands and their flags (contract §1), made from the catalogue of operations. Passes the parsed invocation to `take`.
 * @param called the command that is called, if that is known: those that `submit` takes are made for no other
 */
export const buildProgram = (
  version: string,
  take: Take,
  settings: SettingFlags | null,
  extent: Extent = "all",
  called: string | undefined = "submit",
): Command => {
  const program = new Command("llmch")
    .optionsGroup(OUTPUT)
    .helpOption("-h, --help", HELP)
    .commandsGroup(SET_UP)
    .description("Compiles a product spec into verified commits: a model drafts, deterministic code decides.")
    .version(version, "-V, --version", "print the version")
    .showSuggestionAfterError(true)
    .configureHelp({ optionDescription })
    .enablePositionalOptions();
  const ways = { take, settings, isShort: extent !== "all" };
  addCommands(program, CATALOGUE, { ...ways, isQueued: false });
  addServers(program, take, ways.isShort);
  addQueue(program, called === "submit" ? CATALOGUE : [], ways);
  for (const command of program.commands)
    command.helpGroup(COMMANDS.find(([, names]) => names.includes(command.name()))?.[0] ?? SET_UP);
  return endHelp(program.helpCommand("help [command]", "print the help of a command"));
};

const SET_UP = "Set up:";

/** The commands of `llmch --help`, in the order in which a new user needs them. */
const COMMANDS: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ["Plan:", ["plan", "check", "graph"]],
  [
    "Carry out:",
    ["run-all", "run", "build", "resume", "decide", "land", "revise", "pr", "discard", "serve", "submit", "worker"],
  ],
  ["Look:", ["runs", "show", "diff", "watch", "report", "cost", "audit", "strength", "explain", "ask"]],
  [SET_UP, ["init", "config", "doctor", "schema", "completion", "mcp", "acp"]],
];
const ORDER = COMMANDS.flatMap(([, names]) => names);

interface Ways {
  readonly take: Take;
  readonly settings: SettingFlags | null;
  readonly isShort: boolean;
  /** Whether its request is put into a queue, instead of being carried out. */
  readonly isQueued: boolean;
}

const addCommands = (parent: Command, entries: readonly Entry[], ways: Ways): void => {
  const placeOf = ({ name }: Entry): number => ORDER.indexOf(name.split(" ")[0] ?? "") + name.length / 100;
  for (const entry of entries.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const [name = "", part] = entry.name.split(" ");
    const above = part === undefined ? parent : parent.commands.find((each) => each.name() === name);
    if (above !== undefined) addCommand(above.command(part ?? name), entry, ways);
  }
};

/** `llmch submit OPERATION …`: every command that makes a run, with its own flags. */
const addQueue = (program: Command, catalogue: readonly Entry[], ways: Omit<Ways, "isQueued">): void => {
  const queue = program
    .command("submit")
    .description("put the work of another command, such as build, into the queue of `llmch serve`")
    .usage("[options] OPERATION …")
    .optionsGroup(OUTPUT)
    .helpOption("-h, --help", HELP)
    .helpCommand(false)
    .commandsGroup("Operations, each with the flags of its command:");
  for (const option of faceFlags("submit", ways.isShort)) queue.addOption(option);
  const entries = catalogue.flatMap((entry) =>
    entry.makes === null ? [] : [{ ...entry, members: entry.members.filter(({ name }) => !NOT_QUEUED.has(name)) }],
  );
  addCommands(queue, entries, { ...ways, isQueued: true });
};

/** The queue says where runs are kept; the others make no run. */
const NOT_QUEUED: ReadonlySet<string> = new Set(["artifactsDir", "dryRun", "status"]);

const addCommand = (command: Command, entry: Entry, { take, settings, isShort, isQueued }: Ways): void => {
  command.description(entry.sentence);
  const inLine = entry.members.filter(
    ({ name, argument }) => name === entry.argument?.member || argument !== undefined,
  );
  for (const member of inLine) {
    const shown = member.argument ?? entry.argument?.shown ?? "";
    const argument = new Argument(shown, member.about);
    if (member.kind === "choice") argument.choices(member.choices ?? []);
    // What stands before it may be left out.
    if (entry.name === "decide") argument.argParser((word) => word);
    // `config get NAME` has a word before the name.
    else if (!argument.variadic) argument.argParser(readerOf(member));
    command.addArgument(argument);
  }
  command.optionsGroup(OUTPUT).helpOption("-h, --help", HELP);
  for (const member of entry.members)
    for (const option of flagsOf(member))
      command.addOption(option.helpGroup(WHAT).hideHelp(isShort && member.rare === true));
  settings?.add(command, entry, isShort);
  for (const option of faceFlags(isQueued ? "submit" : entry.name, isShort)) command.addOption(option);
  command.action((...values: unknown[]) => {
    const options = { ...command.opts(), ...typedFor(command) };
    take({
      operation: entry.name,
      request: requestOf(entry, inLine, values.slice(0, inLine.length), options),
      given: settings?.given(options, entry) ?? {},
      shown: shownIn(entry.name, options),
      queued: isQueued ? { data: options.data, database: options.database, dedupKey: options.dedupKey } : null,
    });
  });
};

/** The flags that were typed for a command. Commander gives those before a subcommand's name to its parent. */
const typedFor = (command: Command | null): Readonly<Record<string, unknown>> =>
  command === null
    ? {}
    : {
        ...typedFor(command.parent),
        ...Object.fromEntries(
          Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === "cli"),
        ),
      };

/** The flags of a member: none if it has its place in the line alone. */
const flagsOf = ({ flag, off, about, switches = [], ...member }: Member): readonly Option[] => {
  if (flag === null) return switches.map((each) => new Option(each.flag, each.about));
  const choices = member.kind === "choice" ? (member.choices ?? []) : [];
  const option = new Option(flag, about);
  if (choices.length > 0) option.choices(choices);
  else if (member.kind !== "switch") option.argParser(readerOf({ flag, about, ...member }));
  if (member.default !== undefined) option.default(member.default);
  const name = flag.split(" ")[0]?.slice(2);
  return [option, ...(off === undefined ? [] : [new Option(`--no-${name}`, off)])];
};

const readerOf = ({ kind, name, repeated }: Member): ((text: string, before?: unknown) => unknown) => {
  if (name === "maxAttempts") return attempts;
  if (repeated === true) return (text, before) => [...(Array.isArray(before) ? before : []), present(text)];
  if (kind === "list") return listed;
  return kind === "number" ? positiveInteger : present;
};

const attempts = (text: string): string => {
  const [, digits = ""] = /^\+?([0-9]+)$/.exec(text) ?? [];
  if (digits === "" || Number(digits) < 1 || Number(digits) > 1_000_000)
    throw new InvalidArgumentError("give a whole number from 1 to 1000000, or as many more with a `+`");
  return text;
};

/** What was typed, as a request. */
const requestOf = (
  { name, members, argument }: Entry,
  inLine: readonly Member[],
  typed: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const request: Record<string, unknown> = {};
  for (const { name: member, flag, switches = [] } of members) {
    if (flag !== null && options[member] !== undefined) request[member] = options[member];
    const given = switches.filter((each) => isGiven(each.flag, options));
    if (given.length > 1)
      throw new InvalidArgumentError(`${given.map((each) => each.flag).join(" and ")} exclude each other: keep one`);
    for (const { value } of given) request[member] = value;
  }
  const words = name === "decide" ? decisionIn(typed) : typed;
  for (const [at, { name: member }] of inLine.entries()) {
    const value = Array.isArray(words[at]) ? settingIn(words[at]) : words[at];
    if (value !== undefined) request[member] = value;
  }
  const flagged = argument?.flag === undefined ? undefined : options[camel(argument.flag)];
  if (argument !== null && flagged !== undefined) {
    const named = request[argument.member];
    if (typed[0] !== undefined && typed[0] !== flagged)
      throw new InvalidArgumentError(
        `the argument and ${argument.flag?.split(" ")[0]} name different ${NAMED[name] ?? "things"}: give one`,
      );
    request[argument.member] = named ?? flagged;
  }
  if (name === "init" && options.yes === true) Object.assign(request, { use: true, ignore: true });
  return settled(name, request);
};

/** `budget`, as in `config budget` and `config get budget`. */
const settingIn = (words: readonly unknown[]): unknown => {
  const [name, ...more] = words[0] === "get" ? words.slice(1) : words;
  if (more.length > 0 || (words[0] === "get" && name === undefined))
    throw new InvalidArgumentError("give one setting or section, such as budget.usd or budget");
  return name;
};

/** `[RUN] [ID] approve|reject|answer [TEXT]`, each at its place. */
const decisionIn = (typed: readonly unknown[]): readonly unknown[] => {
  const words = typed.filter((word) => word !== undefined);
  const at = words.findIndex((word) => DECISIONS.has(word));
  const [named, more] = [words.slice(0, at), words.slice(at + 1)];
  if (at < 0 || at > 2 || more.length > 1)
    throw new InvalidArgumentError('say approve, reject "why" or answer "text", after what it is about');
  if (more[0] === "") throw new InvalidArgumentError("the text is empty: leave it out, or say something");
  if (named.includes("")) throw new InvalidArgumentError("the id is empty: leave it out, or name what it is about");
  return [named[0], named[1], words[at], more[0]];
};
const DECISIONS: ReadonlySet<unknown> = new Set(["approve", "reject", "answer"]);

const NAMED: Partial<Record<OperationName, string>> = {
  plan: "specs",
  build: "specs",
  run: "orders",
  "run-all": "directories",
};
const MISSING: Partial<Record<OperationName, readonly [string, string]>> = {
  plan: ["spec", "no spec is given: name its file after plan, or `-` for standard input"],
  run: ["order", "no work order is given: name its file after run"],
};

/** Checked after unknown flags: commander checks its own required arguments first, which hides a misspelt flag. */
const settled = (name: OperationName, request: Record<string, unknown>): Readonly<Record<string, unknown>> => {
  const [member, message] = MISSING[name] ?? ["", ""];
  if (request.issue !== undefined) return request;
  if (message !== "" && (request[member] === undefined || request[member] === ""))
    throw new InvalidArgumentError(message);
  return request;
};

/** `--no-sandbox` sets `sandbox` to false. */
const isGiven = (flag: string, options: Readonly<Record<string, unknown>>): boolean =>
  flag.startsWith("--no-") ? options[camel(flag.replace("--no-", "--"))] === false : options[camel(flag)] === true;

const camel = (flag: string): string =>
  (flag.split(" ")[0] ?? "").slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const shownIn = (
  name: OperationName,
  { verbose, quiet, color, json, renderer, format, yes }: Readonly<Record<string, unknown>>,
): Shown => {
  // A graph as JSON is not the command's document.
  const isJson = json === true || (format === "json" && name !== "graph");
  if (json === true && name !== "graph" && format !== undefined && format !== "json")
    throw new InvalidArgumentError(`--json and --format ${format} exclude each other: keep one`);
  return {
    ...{ verbose: verbose === true, quiet: quiet === true, color: color !== false, json: isJson, yes: yes === true },
    ...(isRenderer(renderer) ? { renderer } : {}),
    format: typeof format === "string" ? format : isJson ? "json" : "text",
  };
};

const RENDERERS = ["auto", "live", "log", "json"] as const;
const isRenderer = (value: unknown): value is (typeof RENDERERS)[number] => RENDERERS.some((each) => each === value);

/** Leaves out the default of a flag that may have no value: off goes without saying. */
const optionDescription = (option: Option): string =>
  option.isBoolean() || option.defaultValue === false ? option.description : new Help().optionDescription(option);
