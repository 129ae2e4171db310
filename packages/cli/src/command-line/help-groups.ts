import { Command, Help, Option } from "commander";

type Groups = readonly (readonly [heading: string, names: readonly string[]])[];

/** The commands of `llmch --help`, in the order in which a new user needs them. */
const COMMANDS: Groups = [
  ["Plan:", ["plan", "check", "graph"]],
  ["Carry out:", ["run-all", "run", "resume", "revise", "discard"]],
  ["Look:", ["runs", "prune", "show", "watch", "report", "cost", "audit", "explain", "ask"]],
  ["Set up:", ["init", "config", "doctor", "schema", "completion", "help"]],
];

const REPO = ["--repo", "--no-repo", "--branch", "--create-branch", "--reuse-branch", "--commit-hash", "--allow-dirty"];
const LENIENCY = ["--allow-stale", "--allow-empty", "--allow-verify-exempt", "--strict"];
const ISOLATION = ["--no-sandbox", "--require-sandbox", "--allow-network"];
const CONSENT = ["--yes", "--dry-run", "--list"];

/** The options of all commands by topic; those that can replace an argument come first. */
const OPTIONS: Groups = [
  [
    "What it works on:",
    [
      ...[
        "--spec",
        "--work-order",
        "--workdir",
        "--only",
        "--from",
        "--until",
        "--plan",
        "--order",
        "--attempt",
        "--user",
        ...REPO,
        "--template",
      ],
      ...["--artifacts-dir", "--all", "--limit", "--older-than", "--artifacts"],
    ],
  ],
  [
    "How:",
    [
      ...[
        ...CONSENT,
        "--prune",
        "--write",
        "--refresh",
        "--revise",
        "--stop-on-repeat",
        "--answer",
        "--push",
        "--no-push",
      ],
      ...["--jobs", "--keep-going"],
      ...[...LENIENCY, ...ISOLATION, "--offline", "--contact", "--verify", "--run", "--sequential"],
    ],
  ],
  [
    "Models:",
    [
      "--model",
      "--llm-model",
      "--reasoning-effort",
      "--temperature",
      "--llm-temperature",
      "--agent",
      "--design",
      "--triage",
      "--review",
      "--replay",
      "--replay-strict",
    ],
  ],
  [
    "Limits:",
    [
      ...[
        "--budget",
        "--max-tokens",
        "--max-minutes",
        "--max-attempts",
        "--max-output-tokens",
        "--timeout-seconds",
        "--map-tokens",
      ],
    ],
  ],
  [
    "Output and help:",
    [
      ...["--outdir", "--overwrite", "--out", "--open", "--by", "--format", "--prompt", "--response", "--path"],
      ...[
        "--print-summary",
        "--renderer",
        "--notify",
        "--json",
        "--quiet",
        "--verbose",
        "--no-color",
        "--version",
        "--help",
        "--help-all",
      ],
    ],
  ],
];

/** Shows commands and options in groups, in the order of the groups. */
export const IN_GROUPS: Pick<Help, "visibleCommands" | "visibleOptions" | "groupItems"> = {
  visibleCommands: (command) => inOrder(new Help().visibleCommands(command)),
  visibleOptions: (command) => inOrder(new Help().visibleOptions(command)),
  groupItems: (_, visible, headingOf) =>
    new Help().groupItems(visible, visible, (item) => placeOf(item)?.heading ?? headingOf(item)),
};

const inOrder = <Item extends Command | Option>(items: readonly Item[]): Item[] => {
  const rank = (item: Item) => placeOf(item)?.rank ?? Number.MAX_SAFE_INTEGER;
  return items.toSorted((a, b) => rank(a) - rank(b));
};

/** Where an item is shown; null if no group names it, as with a subcommand. */
const placeOf = (item: Command | Option): { readonly heading: string; readonly rank: number } | null => {
  // The implicit `help` has no parent at all.
  const isTop = item instanceof Command && (item.parent?.parent ?? null) === null;
  const [groups, name] = item instanceof Option ? [OPTIONS, item.long ?? ""] : [isTop ? COMMANDS : [], item.name()];
  const places = groups.flatMap(([heading, names]) => names.map((each) => ({ heading, name: each })));
  const rank = places.findIndex((place) => place.name === name);
  const heading = places[rank]?.heading;
  return heading === undefined ? null : { heading, rank };
};
