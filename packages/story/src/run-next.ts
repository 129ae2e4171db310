import { FINAL_STAGES, largerLimit, type Need, type RunKind, SCOPE_FILE } from "@llmch/contract";
import { shellWord } from "@llmch/text";
import type { RunState } from "./run-state.ts";
import type { RunSummary } from "./run-summary.ts";

/** A command that comes next, and why. */
export interface NextCommand {
  readonly command: string;
  readonly why: string;
}

/** A run whose next commands are asked for. */
export interface RunAtHand {
  readonly state: RunState;
  readonly isDiscarded: boolean;
  readonly summary: RunSummary;
  /** The runs that belong to it. */
  readonly parts: readonly RunSummary[];
  /** Its folder; absolute. */
  readonly directory: string;
  /** What it waits for, and nobody has decided. */
  readonly needs: readonly Pick<Need, "id" | "kind" | "until">[];
  /** Why it was refused, or did not go on: what to mend. */
  readonly mend: string | null;
  /** Whether it belongs to another run, which goes on with it. */
  readonly isPart: boolean;
  /** Whether a push of its commits failed, and nobody has made up for it. */
  readonly owesPush?: boolean;
}

/** How commands name the store and where they are typed. */
export interface CommandPlace {
  /** ` --artifacts-dir DIR`; empty for the default. */
  readonly store: string;
  /** The folder in which commands are typed. */
  readonly cwd: string;
  /** Whether workers carry the run out, on other machines. */
  readonly isElsewhere?: boolean;
}

/** The commands that come next, the usual one first (contract §11). None repeats what just failed with nothing changed. */
export const nextCommands = (run: RunAtHand, place: CommandPlace): readonly NextCommand[] => {
  const { summary, state } = run;
  const of = (command: string, flags = "") => `llmch ${command} ${summary.run_id}${place.store}${flags}`;
  if (state === "damaged") return [{ command: of("audit"), why: "says what is wrong with its record" }];
  if (place.isElsewhere === true && (state === "running" || state === "queued"))
    return [{ command: of("show"), why: "shows how far it has come" }];
  if (state === "running") return [{ command: of("watch"), why: "shows it as it goes on" }];
  if (state === "waiting") return waitingCommands(run, of, place);
  if (state === "passed") return passedCommands(run, of, place);
  if (summary.kind === "ask")
    return summary.question === null
      ? []
      : [{ command: `llmch ask ${shellWord(summary.question)}${place.store}`, why: "asks it again" }];
  if (run.isPart) return [];
  if (state === "failed") return failedCommands(run, of, place);
  if (state === "stopped" && run.mend === null) return stoppedCommands(run, of);
  return [{ command: of("resume"), why: run.mend === null ? WHY[state] : `goes on once that is mended: ${run.mend}` }];
};

type Of = (command: string, flags?: string) => string;

const WHY: Readonly<Record<"cancelled" | "refused" | "queued" | "stopped" | "interrupted", string>> = {
  cancelled: "takes that back, and goes on",
  refused: "tries again once that is mended",
  queued: "goes on at once, without its queue",
  stopped: "continues from the last safe step",
  interrupted: "continues from the last safe step",
};

/** The commands that decide what a run waits for, one for each decision that it takes. */
export const decideCommands = (
  runId: string,
  { id, kind, until }: Pick<Need, "id" | "kind" | "until">,
  store: string,
): readonly NextCommand[] => {
  const decide = (words: string) => `llmch decide ${runId} ${shellWord(id)} ${words}${store}`;
  if (kind === "limit")
    return [
      { command: decide("approve"), why: `goes on at once; else it goes on at ${until ?? "the end of the limit"}` },
    ];
  return kind === "question"
    ? [{ command: decide('answer "..."'), why: "answers it, and goes on" }]
    : [
        { command: decide("approve"), why: "agrees to it, and goes on" },
        {
          command: decide('reject "..."'),
          why: kind === "examination" ? "strikes it, for that reason" : "turns it down",
        },
      ];
};

const waitingCommands = (
  { needs, summary, directory }: RunAtHand,
  of: Of,
  { store }: CommandPlace,
): readonly NextCommand[] => [
  ...needs.flatMap((need) => decideCommands(summary.run_id, need, store)),
  ...(needs.some(({ kind }) => kind === "scope")
    ? [
        {
          command: `$EDITOR ${shellWord(`${directory}/${SCOPE_FILE}`)} && ${of("resume")}`,
          why: "goes on with what you make of it",
        },
      ]
    : []),
  ...(needs.some(({ kind }) => kind === "revision")
    ? [{ command: of("revise"), why: "shows the revised order that waits" }]
    : []),
  ...(needs.some(({ kind }) => kind === "orders") && summary.kind !== "planner"
    ? [{ command: of("diff"), why: "prints the work that waits" }]
    : []),
];

/** The flag that names a repo, for a command that is typed elsewhere. */
const repoFlag = (repo: string | null, cwd: string): string =>
  repo === null || repo === cwd ? "" : ` --repo ${shellWord(repo)}`;

const LANDING: ReadonlySet<RunKind> = new Set(["factory", "run-all", "build"]);

const passedCommands = (
  { summary, isPart, isDiscarded, owesPush }: RunAtHand,
  of: Of,
  { cwd, isElsewhere }: CommandPlace,
): readonly NextCommand[] => {
  if (isPart || isDiscarded) return [];
  const { branch, repo } = summary;
  const submit = `llmch submit run-all ${summary.run_id} --push end`;
  if (isElsewhere === true && summary.kind === "planner") return [{ command: submit, why: "has workers carry it out" }];
  if (isElsewhere === true && LANDING.has(summary.kind) && branch !== null)
    return [
      { command: of("diff"), why: "shows what it changed" },
      { command: `git fetch origin ${shellWord(branch)} && git merge FETCH_HEAD`, why: "merges what it pushed" },
    ];
  if (summary.kind === "planner") return [{ command: of("run-all", repoFlag(repo, cwd)), why: "carries it out" }];
  if (!LANDING.has(summary.kind) || branch === null) return [];
  return [
    ...(owesPush === true ? [{ command: of("resume"), why: "pushes it, if that was not done since" }] : []),
    { command: of("diff"), why: "shows what it changed" },
    { command: of("pr"), why: "opens a pull request" },
    ...(repo === null
      ? []
      : [
          {
            command: `git -C ${shellWord(repo)} merge ${shellWord(branch)}`,
            why: "merges it into what is checked out",
          },
        ]),
  ];
};

const failedCommands = (run: RunAtHand, of: Of, { cwd, store }: CommandPlace): readonly NextCommand[] => {
  const { summary } = run;
  const { stages, bisect, byHand } = summary.ending;
  const told = { command: of("show", " --prompt"), why: "what its model was asked (--response: its answer)" };
  if (byHand !== null) {
    const land = `llmch land ${shellWord(byHand)}${repoFlag(summary.repo, cwd)}${store}`;
    return [{ command: land, why: "looks at your work again" }];
  }
  if (stages.includes("examination_failed"))
    return [
      {
        command: `llmch plan revise "mend what was found" --plan ${summary.run_id}${store}`,
        why: "is shown the findings, and adds orders that mend them",
      },
      { command: of("show", " --examination"), why: "prints each finding with its program and what it printed" },
    ];
  const isUsedUp =
    (summary.verdict === "FAIL" || summary.kind === "build") &&
    (summary.kind === "planner" || stages.some((stage) => !FINAL.has(stage))) &&
    (summary.build === null || summary.build.milestones === 0);
  const failed = summary.orders?.stopped_at ?? null;
  const isFinal = stages.some((stage) => stage !== "objected" && FINAL.has(stage));
  // Of an unexpected fault there is no stage.
  const isRepeated = !isUsedUp && (isFinal || summary.verdict === "ERROR");
  return [
    ...(stages.includes("objected")
      ? [{ command: of("revise"), why: "asks the planner for a revised order, and shows it" }]
      : []),
    ...(isUsedUp ? [{ command: of("resume", " --max-attempts +2"), why: MORE }] : []),
    ...(isUsedUp && failed !== null && (summary.orders?.total ?? 0) > 1
      ? [{ command: of("resume", ` --skip ${failed}`), why: "leaves that order out, and carries out the rest" }]
      : []),
    ...(isRepeated || (summary.build !== null && summary.build.milestones > 0)
      ? [{ command: of("resume"), why: "tries again once its cause is mended" }]
      : []),
    ...(bisect === null || summary.repo === null
      ? []
      : [
          {
            command: summary.repo === cwd ? bisect : `cd ${shellWord(summary.repo)} && ${bisect}`,
            why: "finds the commit at which it began to fail, if it held before",
          },
        ]),
    ...(summary.kind === "build" ? [{ command: of("show"), why: "tells where it failed" }] : [told]),
  ];
};

const MORE = 'lets it try twice more; --brief "..." is for its next attempt';
const FINAL: ReadonlySet<string> = FINAL_STAGES;

const stoppedCommands = ({ summary, parts }: RunAtHand, of: Of): readonly NextCommand[] => {
  const ends = [summary, ...parts.filter(({ verdict }) => verdict === "ERROR")];
  const limit = ends.map(({ ending }) => ending.limit).find((each) => each !== null) ?? null;
  const raise = summary.ending.raise === null ? "" : `${summary.ending.raise} `;
  const isUnheard = ends.some(({ unavailable }) => unavailable);
  return [
    ...(isUnheard ? [{ command: "llmch doctor", why: "says whether its model can be asked" }] : []),
    {
      command: `${raise}${of("resume", limit === null ? "" : ` ${largerLimit(limit)}`)}`,
      why: limit === null && raise === "" ? "continues from the last safe step" : "goes on with more room",
    },
  ];
};
