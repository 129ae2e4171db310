import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "./load-sources.mjs";

const SOURCES = `
  export { DIAGNOSTIC_CODES, FINAL_STAGES, GATES } from "@llmch/contract";
  export { GROUPS, settingList } from "@llmch/contract/settings";
  export { STAGE_EXPLANATIONS } from "@llmch/story";
  export { EXPLANATIONS } from "@llmch/planner/explanations";
  export { buildProgram } from "../cli/src/command-line/program.ts";
  export { SETTING_FLAGS } from "../cli/src/command-line/setting-flags.ts";`;

/**
 * The pages of docs/, each with its generated parts made anew.
 * @param {string} root the workspace's root
 * @param {readonly any[]} CATALOGUE the operations
 * @param {Record<string, any>} schemas the published schemas by name
 * @returns {Promise<Record<string, string>>} by path below the root
 */
export const documents = async (root, CATALOGUE, schemas) => {
  const parts = partsOf({ ...(await loadSources(root, SOURCES, "packages/app")), CATALOGUE, schemas });
  return Object.fromEntries(
    readdirSync(join(root, "docs"), { recursive: true })
      .filter((path) => path.endsWith(".md"))
      .map((path) => [`docs/${path}`, filled(readFileSync(join(root, "docs", path), "utf8"), parts)]),
  );
};

/** What a page has between a mark and the next end, such as `<!-- pnpm build: settings planner -->` and `<!-- end -->`. */
export const PART = /^(<!-- pnpm build: (\w+)(?: (\w+))? -->)\n[\s\S]*?^<!-- end -->$/gm;

/**
 * @param {string} page
 * @param {Record<string, (of: string) => string>} parts
 */
export const filled = (page, parts) =>
  page.replace(PART, (_, mark, name, of) => `${mark}\n\n${parts[name](of)}\n\n<!-- end -->`);

/** Everything that is made for a page, by name. */
export const partsOf = (sources) => ({
  commands: () => commandTable(sources),
  exits: () => exitTable(sources),
  events: () => eventTable(sources),
  documents: () => documentTable(sources),
  operations: () => operationTable(sources),
  settings: (group) => settingTable(sources, group),
  gates: () => gateTable(sources),
  errors: () => codeSections(sources, "E"),
  warnings: () => codeSections(sources, "W"),
  stages: () => stageSections(sources),
});

const commandTable = ({ buildProgram, SETTING_FLAGS }) => {
  const { help, commands } = programOf(buildProgram, SETTING_FLAGS);
  const flagsOf = (command) => help.visibleOptions(command).map(({ flags }) => flags);
  const shared = flagsOf(commands[0]).filter((flag) => commands.every((command) => flagsOf(command).includes(flag)));
  const rows = commands.map((command) => {
    const usage = help.commandUsage(command).replace(/ \[(options|command)\]/g, "");
    return [
      code(usage),
      help.commandDescription(command),
      codes(flagsOf(command).filter((each) => !shared.includes(each))),
    ];
  });
  return table(["command", "what it does", "its flags"], [...rows, ["every command", "", codes(shared)]]);
};

/** Commands that end in the same way share a row. */
const exitTable = ({ buildProgram, SETTING_FLAGS }) => {
  const named = new Map();
  for (const command of programOf(buildProgram, SETTING_FLAGS).commands) {
    let shown = "";
    command.configureOutput({ writeOut: (text) => (shown += text) }).outputHelp();
    const [, exits] = /^Exit codes: (.*)$/m.exec(shown) ?? ["", ""];
    named.set(exits, [...(named.get(exits) ?? []), nameOf(command)]);
  }
  return table(
    ["command", "exit codes"],
    [...named].filter(([exits]) => exits !== "").map(([exits, names]) => [codes(names), exits]),
  );
};

const programOf = (buildProgram, settingFlags) => {
  const program = buildProgram("", () => {}, settingFlags);
  const commands = program.commands
    .filter((each) => each.name() !== "help")
    // What `submit` takes are the commands once more.
    .flatMap((each) => [each, ...(each.name() === "submit" ? [] : each.commands)]);
  return { help: program.createHelp(), commands };
};

const nameOf = (command) =>
  command.parent.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;

/** A member that not every form of a document has is told with a question mark. */
const membersOf = (forms) =>
  [...new Set(forms.flatMap(({ properties }) => Object.keys(properties)))].map((member) =>
    forms.every(({ required = [] }) => required.includes(member)) ? member : `${member}?`,
  );

const eventTable = ({ schemas }) => {
  const kinds = schemas.event.oneOf;
  const isShared = (member) => kinds.every(({ properties }) => member.replace("?", "") in properties);
  const rows = kinds.map((kind) => {
    const own = membersOf([kind]).filter((member) => !isShared(member));
    return [code(kind.properties.type.const), own.join(", ")];
  });
  return table(["`type`", "members"], rows);
};

const documentTable = ({ schemas: { event: _, ...schemas } }) => {
  const rows = Object.entries(schemas).map(([name, schema]) => {
    const forms = schema.oneOf ?? schema.anyOf ?? [schema];
    return [code(name), membersOf(forms).join(", ")];
  });
  return table(["schema", "members"], rows.sort());
};

const MAY = {
  read: "nothing: it reads",
  write: "write documents",
  ask: "ask models",
  branch: "ask models, and move a branch",
  remove: "remove branches or records",
};

const operationTable = ({ CATALOGUE }) =>
  table(
    ["method", "further members of its request", "what it may do"],
    CATALOGUE.map(({ method, argument, members, may }) => {
      const others = members.filter(({ name }) => name !== argument?.member).map(({ name }) => name);
      return [code(`${method}(${argument?.member ?? ""})`), codes(others), MAY[may]];
    }),
  );

const settingTable = ({ GROUPS, settingList }, group) => {
  const rows = settingList()
    .filter((setting) => setting.group === group)
    .map((setting) => {
      const { name, kind, about, flag, variable, scope } = setting;
      const names = [flag?.split(" ")[0], variable].filter((each) => each != null);
      const note = scope === "user" ? " Not for the repo's file to say." : "";
      return [code(name), defaultOf(setting), kind.words, codes(names), `${about}${note}`];
    });
  if (rows.length === 0) throw new Error(`there is no group of settings ${group}`);
  const lines = table(["setting", "default", "what it may be", "flag, own variable", "what it does"], rows);
  return `${GROUPS[group]}\n\n${lines}`;
};

const defaultOf = ({ default: value, kind }) => {
  if (kind.parts?.of === "map" && value !== null) return codes(Object.keys(value)) || "none";
  const values = [value].flat();
  if (value === null || values[0] === undefined || JSON.stringify(value) === "{}") return "none";
  return codes(values.map((each) => (typeof each === "object" ? JSON.stringify(each) : String(each))));
};

/** Those before the landing, which asks nothing. */
const gateTable = ({ GATES }) =>
  table(
    ["gate", "what it asks", "the stages at which it refuses"],
    GATES.slice(0, -1).map(({ step, asks, refuses, when }) => [
      `${step}${when === null ? "" : `, ${when}`}`,
      asks,
      codes(Object.keys(refuses)),
    ]),
  );

const codeSections = ({ DIAGNOSTIC_CODES, EXPLANATIONS }, letter) =>
  Object.entries(DIAGNOSTIC_CODES)
    .filter(([name]) => name.startsWith(letter))
    .map(([name, { title, hint }]) => section(name, title, EXPLANATIONS[name].meaning, `${capital(hint)}.`))
    .join("\n\n");

const stageSections = ({ STAGE_EXPLANATIONS, FINAL_STAGES }) =>
  Object.entries(STAGE_EXPLANATIONS)
    .map(([name, { title, meaning, hint }]) =>
      section(name, title, meaning, FINAL_STAGES.has(name) ? `${hint} It ends the order.` : hint),
    )
    .join("\n\n");

const section = (name, title, meaning, hint) => `### ${name}\n\n**${capital(title)}.** ${meaning}\n\n*Fix:* ${hint}`;

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escaped).join(" | ")} |`).join("\n");

const escaped = (cell) => cell.replaceAll("|", "\\|");
const code = (text) => `\`${text}\``;
const codes = (texts) => texts.map(code).join(", ");
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
