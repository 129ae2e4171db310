import type { Command } from "commander";
import type { CommandName } from "../outcome.ts";

const DOCS = "https://github.com/llmch/llmch#readme";

/** Two example command lines for each command, ready to paste. */
const EXAMPLES: Readonly<Record<CommandName, readonly [string, string]>> = {
  plan: ["plan spec.txt --repo my-project --outdir wo", "plan - --no-repo < spec.txt"],
  "plan show": ["plan show wo", "plan show --json"],
  "plan revise": ['plan revise "split WO-03, keep the API"', 'plan revise "no new dependency" --plan wo --yes'],
  ask: ['ask "where is the discount computed?"', 'ask "why does login retry?" --repo my-project --json'],
  run: ["run wo/WO-01.json --repo my-project", "run wo/WO-01.json --dry-run"],
  "run-all": ["run-all wo --repo my-project --budget 2", "run-all wo --branch feature --yes"],
  resume: ["resume", "resume --max-attempts +2"],
  revise: ["revise", "revise --yes --write"],
  audit: ["audit --sequential", "audit --branch feature --repo my-project"],
  check: ["check wo --repo my-project --run", "check wo --strict --format sarif"],
  runs: ["runs", "runs --all --limit 50"],
  discard: ["discard 01M8129665", "discard 01M8129665 --artifacts"],
  show: ["show", "show --order 2 --prompt"],
  watch: ["watch", "watch 01M8129665"],
  report: ["report --open", "report 01M8129665 --out run.html"],
  graph: ["graph wo", "graph wo --format svg > wo.svg"],
  explain: ["explain E104", "explain verify_failed"],
  doctor: ["doctor --repo my-project", "doctor wo --verify"],
  cost: ["cost", "cost --by model"],
  config: ["config", "config get budget"],
  "config set": ["config set budget.usd 5", "config set factory.model gpt-5.2,anthropic:claude-opus-5-5 --user"],
  "config unset": ["config unset budget.usd", "config unset factory.model --user"],
  init: ["init --repo my-project", "init --overwrite"],
  schema: ["schema work-order", "schema work-order --path"],
  completion: ["completion bash", "completion zsh"],
};

const MODEL = "3 model, network or key";
const LIMIT = "5 a limit";
const INTERRUPTED = "130 interrupted";
const ORDERS = [
  "0 PASS",
  "1 FAIL, or refused",
  "2 unexpected error",
  MODEL,
  LIMIT,
  "6 waiting for your answer",
  INTERRUPTED,
];
const EXITS: Partial<Record<CommandName, readonly string[]>> = {
  ask: ["0 answered", "1 no answer, or refused", MODEL, LIMIT, INTERRUPTED],
  plan: ["0 written", "1 refused", "2 still invalid", MODEL, "4 no JSON", LIMIT, INTERRUPTED],
  "plan revise": [
    "0 a new plan",
    "1 nothing changes, or refused",
    "2 still invalid",
    MODEL,
    "4 no JSON",
    LIMIT,
    INTERRUPTED,
  ],
  revise: ["0 a revision", "1 nothing changes, or refused", "2 still invalid", MODEL, LIMIT, INTERRUPTED],
  run: ORDERS,
  "run-all": ORDERS,
  resume: [...ORDERS.slice(0, -1), `${INTERRUPTED}; of a plan as \`plan\` does`],
  check: ["0 no error", "1 refused", "2 at least one error", "4 no JSON", INTERRUPTED],
  audit: ["0 all is as recorded", "1 refused", "2 something is wrong", INTERRUPTED],
  watch: ["0 to 6 as the run ended", "1 also if refused, or if the run's process is gone", INTERRUPTED],
};
const ANY = ["0 done", "1 it could not be done"];

/** Ends the help of every command with examples, exit codes, and a link to the docs. */
export const endHelp = (program: Command): Command => {
  for (const command of program.commands) {
    endOne(command, command.name());
    for (const part of command.commands) endOne(part, `${command.name()} ${part.name()}`);
  }
  return program.addHelpText("after", `\nMore: ${DOCS}`);
};

const endOne = (command: Command, name: string): void => {
  const known = NAMES.find((each) => each === name);
  if (known === undefined) return;
  const lines = EXAMPLES[known].map((line) => `  llmch ${line}`);
  const exits = (EXITS[known] ?? ANY).join(", ");
  command.addHelpText("after", ["", "Examples:", ...lines, "", `Exit codes: ${exits}`, `More: ${DOCS}`].join("\n"));
};

const isName = (name: string): name is CommandName => Object.hasOwn(EXAMPLES, name);
const NAMES = Object.keys(EXAMPLES).filter(isName);
