/** Something that earlier versions had. */
interface Gone {
  readonly flags?: readonly string[];
  /** Full names (`factory.attempts`), or a whole group (`candidates`). */
  readonly settings?: readonly string[];
  /** Variables with a name of their own. */
  readonly variables?: readonly string[];
  /** Kinds of model: what stands before the colon of a name. */
  readonly models?: readonly string[];
  /** What to use, in the words that the user would type. */
  readonly use: string;
}

const ofFactory = (name: string): string => `factory.${name}`;
const ofPlanner = (name: string): string => `planner.${name}`;

/** Everything that is gone. It is looked up only for names that llmch does not know: a name that comes back may stay in the table. */
const GONE: readonly Gone[] = [
  {
    ...{ flags: ["--candidates", "--choose"], settings: ["candidates"] },
    use: "an attempt asks for one proposal: use --max-attempts, rows of factory.escalation or --review",
  },
  {
    settings: ["simple", "medium", "complex"].flatMap((each) =>
      ["model", "agent", "review", "divide", "candidates"].map((name) => `triage.${each}_${name}`),
    ),
    use: 'write it in the object of its complexity, as in "triage": { "complex": { "agent": "on" } }',
  },
  { flags: ["--speculate"], use: "--jobs N decides how far ahead of their turn orders are carried out" },
  { flags: ["--verify-jobs"], use: "--jobs N also says how many orders are verified at a time" },
  {
    settings: [
      ...["shown_bytes", "whole_file_bytes", "part_characters", "edited_file_bytes", "named_files", "listed_paths"].map(
        ofFactory,
      ),
      ...["previous_answer_characters", "excerpt_characters"].map(ofFactory),
      ...["listed_paths", "shown_files", "shown_characters", "mapped_files", "mapped_file_bytes"].map(ofPlanner),
      ...["planner.previous_answer_characters", "design.shown_bytes"],
      ...["agent.read_bytes", "agent.context_tokens", "agent.compact_share"],
    ],
    use: "how much prompts show follows from the model's context: say in models.context_tokens how large that is",
  },
  {
    settings: ["agent.usd", "agent.minutes"],
    use: "cap the whole run with --budget or --max-minutes, or use agent.tokens",
  },
  {
    settings: ["max_wait_ms", "poll_interval_ms", "connect_timeout_ms", "idle_timeout_ms"].map(
      (name) => `network.${name}`,
    ),
    variables: ["LLMCH_POLL_INTERVAL_MS", "LLMCH_IDLE_TIMEOUT_MS"],
    use: "planner.answer_timeout_ms and factory.answer_timeout_ms say how long an answer may take",
  },
  {
    settings: ["setup.copy_mb"],
    use: "setup.share says whether dependency folders are copied, however large, or linked",
  },
  { settings: ["setup.kept"], use: "leave it out: llmch keeps the four installations of a repo that were used last" },
  {
    ...{ flags: ["--map-tokens"], settings: ["planner.map_tokens"] },
    use: "leave it out: how much the planner is told about a repo follows from its model's context (models.context_tokens)",
  },
  {
    flags: ["--max-output-tokens"],
    use: "set planner.max_output_tokens or factory.max_output_tokens, in a settings file or by their variables",
  },
  { flags: ["--notify"], use: "set notify.command in your own settings file, or LLMCH_NOTIFY_COMMAND" },
  {
    settings: ["factory.escalate_model", "factory.escalate_after"],
    use: 'write it as a row of factory.escalation: { "failures": 2, "do": "model", "model": "gpt-5.2" }',
  },
  { settings: ["tools.allow"], use: "name in tools.deny the tools that there shall not be" },
  { settings: ["setup.timeout_seconds"], use: "leave it out: each command of the setup may run for half an hour" },
  { settings: ["ask"], use: "leave it out: a question is handed on in three parts at most" },
  {
    models: ["local"],
    use: "llmch runs no model files itself: serve this one with llama-server or Ollama, set that server up under models.compatible, and name it compatible:SERVER/MODEL",
  },
];

/** What to use instead of a flag that is gone; null if there never was one. */
export const goneFlag = (flag: string): string | null => useOf(({ flags = [] }) => flags.includes(flag));

/** The same for a setting by its full name, or a group of settings. */
export const goneSetting = (name: string): string | null =>
  useOf(({ settings = [] }) => settings.some((each) => name === each || name.startsWith(`${each}.`)));

/** The same for the variable of a setting. */
export const goneVariable = (variable: string): string | null =>
  useOf(({ settings = [], variables = [] }) =>
    [...settings.map(variableOf), ...variables].some((each) => variable === each || variable.startsWith(`${each}_`)),
  );

/** The same for a kind of model. */
export const goneModel = (kind: string): string | null => useOf(({ models = [] }) => models.includes(kind));

const variableOf = (name: string): string => `LLMCH_${name.replace(".", "_").toUpperCase()}`;

const useOf = (isMeant: (gone: Gone) => boolean): string | null => GONE.find(isMeant)?.use ?? null;
