import {
  type Agreement,
  type Entry,
  type Face,
  type Forecast,
  type RunEvent,
  type RunScene,
  type Scene,
  saidOf,
} from "@llmch/app";
import { verdictInWords } from "@llmch/story";
import { printable, printableText, refusal } from "@llmch/text";
import type { Console } from "./console/console.ts";
import { colorsFor } from "./console/paint.ts";
import { openProgressBar, type ProgressBar } from "./console/progress-bar.ts";
import { openView } from "./console/run-view.ts";
import { sleepUntil } from "./console/sleep-until.ts";
import type { RunView, Watched } from "./console/view.ts";
import type { Shown } from "./options.ts";
import { askDecision } from "./run/ask-decision.ts";
import { agreesToRun, capsInWords, intentLines, sceneLines } from "./run/consent.ts";
import { forecastLines } from "./run/forecast-lines.ts";
import { askQuestions } from "./run/planner-questions.ts";
import { headerLines, tellOrder } from "./run/run-report.ts";
import { changeLines, revisionLines } from "./show/change-lines.ts";
import { painted } from "./show/diff-lines.ts";
import type { Terminal } from "./terminal.ts";
import { asksYesOrNo, canAsk } from "./yes-or-no.ts";

/** The command line as the face of an operation: shows its progress on a terminal or in a log, and asks before it begins. */
export interface TerminalFace extends Face {
  /** The run that is shown and can be resumed; null if there is none. */
  readonly run: string | null;
  /** Leaves on the screen what should stay; later lines are printed below. */
  close(): void;
}

/** @param consents whether its user has agreed to whatever is asked before work begins */
export const openFace = (
  entry: Entry,
  { consents, ...shown }: Shown & { readonly consents: boolean },
  console: Console,
  terminal: Pick<Terminal, "stdin" | "stderr" | "env">,
  signal: AbortSignal,
): TerminalFace => {
  let view: RunView | null = null;
  let bar: ProgressBar | null = null;
  let orders: RunScene | null = null;
  let run: string | null = null;
  // Its steps are seen in its own view.
  let build: Extract<Scene, { readonly kind: "build" }> | null = null;
  /** What was agreed to before a usage limit is not asked again. */
  let hasWaited = false;
  const open = async (watched: Watched): Promise<true> => {
    view?.close();
    view = await openView(watched, console);
    return true;
  };
  const whilePaused = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    view?.pause(true);
    try {
      return await ask();
    } finally {
      view?.pause(false);
    }
  };
  const agrees = async (question: string): Promise<boolean> =>
    shown.yes === true || asksYesOrNo(question, terminal, signal);
  const begins = async (scene: Scene): Promise<Agreement> => {
    switch (scene.kind) {
      case "build":
        tellPlan(scene, console);
        build = scene;
        return open({
          outline: { kind: "build", events: scene.events },
          asks: scene.replay === null,
          caps: scene.caps,
        });
      case "plan":
        if (build !== null) return true;
        tellPlan(scene, console);
        return open({ outline: { kind: "plan" }, asks: scene.replay === null, caps: scene.caps });
      case "watch": {
        console.progress(`${console.colors.bold("llmch watch")}  ${scene.run}`);
        const outline = WATCHED[scene.of];
        return open({ outline, asks: true });
      }
      case "orders": {
        if (scene.forecast !== null) return tellForecast(scene, scene.forecast, console, terminal.env);
        // The windows of a build begin alike.
        const head = headerLines(scene, console.colors, build !== null && orders !== null);
        if (head.length > 0) console.progress(head.join("\n"));
        for (const id of scene.doneBefore) console.result(`SKIP  ${id}  done in the history of the branch`);
        orders = scene;
        // A plan that waits is shown and asked about once, at its gate.
        const asks =
          !hasWaited &&
          (build === null ? entry.name === "run-all" : scene.isConsent) &&
          !consents &&
          !isForPrograms(shown, console) &&
          !scene.approve.includes("plan") &&
          canAsk(terminal);
        if (asks && !(await whilePaused(() => agreesToRun(scene, build?.reach ?? [], console, agrees)))) return false;
        const agreed = asks ? ("consent" as const) : true;
        if (build !== null) return agreed;
        const { jobs, caps } = scene;
        const outline = { kind: "orders" as const, orders: scene.orders, ...(jobs === 1 ? {} : { jobs }) };
        await open({ outline, asks: scene.asks, caps });
        return agreed;
      }
      case "removal": {
        for (const line of scene.lines) console.result(line);
        if (shown.yes !== true && !canAsk(terminal)) return NOBODY;
        return agrees(scene.question);
      }
      case "change": {
        const tell = shown.json ? console.progress : console.result;
        view?.close();
        if (scene.revised !== undefined) for (const line of changeLines(scene.revised, console.colors)) tell(line);
        if (scene.revision !== undefined) for (const line of revisionLines(scene.revision, console.colors)) tell(line);
        const mayAsk = !isForPrograms(shown, console);
        if (shown.yes === true && !(mayAsk && canAsk(terminal) && scene.unseen)) return scene.unseen ?? true;
        if (!mayAsk || !canAsk(terminal)) return false;
        for (const line of scene.lines) tell(printableText(line));
        return asksYesOrNo(printable(scene.question), terminal, signal, scene.isUsual);
      }
    }
  };
  return {
    begins,
    event: (event) => {
      if (view === null) return tellAsking(event, console);
      // A run of several orders has the first event: those of its orders' own runs come later.
      if (entry.name !== "watch") run ??= event.run_id;
      showEvent(event, view, entry, console);
    },
    get run() {
      return run;
    },
    get output() {
      return view?.output ?? null;
    },
    caller: { through: "command" },
    waits: (until) => {
      view?.close();
      view = null;
      hasWaited = true;
      console.progress(
        `waits for the end of the usage limit, ${until.toLocaleString()}; Ctrl-C ends this, and \`llmch resume\` goes on`,
      );
      return sleepUntil(until, signal);
    },
    notes: (sentence) => console.progress(console.colors.dim(sentence)),
    progress: (progress) => {
      bar ??= openProgressBar(console, terminal.env);
      bar.show(progress);
    },
    ended: (order) => tellOrder(order, console),
    ask: async (...questions) => {
      if (isForPrograms(shown, console) || !canAsk(terminal)) return;
      await whilePaused(() => askQuestions(questions, terminal, console, signal));
    },
    decides: async (need, text) => {
      if (isForPrograms(shown, console) || !canAsk(terminal)) return null;
      const table = need.kind === "plan" && orders !== null ? [...(await sceneLines(orders, console)), ""] : [];
      const read = text.trimEnd().split("\n");
      const lines = [...table, ...read.map((line) => painted(line, console.colors))];
      const whole = run === null ? null : need.kind === "orders" ? `llmch diff ${run}` : `llmch show ${run} --verbose`;
      const last = need.kind === "scope" && build !== null ? scopeTerms(build) : [];
      return whilePaused(() => askDecision(need, { lines, whole, last }, terminal, console, signal));
    },
    close: () => {
      view?.close();
      bar?.close();
      view = null;
      bar = null;
      run = null;
    },
  };
};

/** What a dry run would do. */
const tellForecast = async (
  scene: RunScene,
  forecast: Forecast,
  console: Console,
  env: Terminal["env"],
): Promise<true> => {
  if (console.quiet) return true;
  const { isTTY: isTerminal = false, columns } = console.stdout;
  const page = { colors: colorsFor({ color: true }, env, isTerminal), columns: isTerminal ? columns : undefined };
  const isAny = scene.orders.some(({ skipped }) => !skipped);
  for (const line of [
    ...headerLines(scene, page.colors),
    ...(await intentLines(await scene.intent(), scene.caps, page)),
    ...(isAny ? forecastLines(forecast, page.colors) : []),
    "",
  ])
    console.result(line);
  return true;
};

/** What a yes to a scope agrees to besides: its orders are planned later. */
const scopeTerms = ({ caps, most, reach }: Extract<Scene, { readonly kind: "build" }>): readonly string[] => [
  `caps  ${capsInWords(caps)}`,
  `estimate  none yet: orders are planned as it goes, at most ${most}`,
  ...reach,
];

const WATCHED: Readonly<Record<"plan" | "orders" | "build", Watched["outline"]>> = {
  plan: { kind: "plan" },
  orders: { kind: "orders", orders: [] },
  build: { kind: "build", events: [] },
};

/** Nobody can say yes to a removal. */
const NOBODY = refusal("usage", "there is no terminal to ask on", "add --yes, or look first with --dry-run");

const isForPrograms = ({ json, quiet }: Shown, { rendering }: Console): boolean =>
  json || quiet || rendering === "json";

/** What is about to be asked, of whom. */
const tellPlan = (
  { operation, subject, repo, replay, models, warnings }: Extract<Scene, { readonly kind: "plan" | "build" }>,
  console: Console,
): void => {
  const { bold, yellow } = console.colors;
  const replayed = replay === null ? "" : `, replay of ${replay}`;
  const target = repo === false ? "" : `, for ${repo === "." ? "the repo of this directory" : printable(repo)}`;
  console.progress(`${bold(`llmch ${operation}`)}  ${printable(subject)}${target}, ${models.join(", ")}${replayed}`);
  for (const warning of warnings) console.progress(yellow(`warning: ${printable(warning)}`));
};

/** Of operations that have no view: who is asked what. */
const tellAsking = (event: RunEvent, console: Console): void => {
  // The outcome has the warnings, and the verdict; and nobody asked to continue the run.
  if (event.type === "warning" || event.type === "run_finished" || event.type === "resumed") return;
  for (const { what } of saidOf(event, { asks: true, verbose: true })) console.progress(what);
};

/** The live view drops orders that ended, so a watcher's verdicts are printed. The log prints them anyway. */
const showEvent = (event: RunEvent, view: RunView, { name }: Entry, console: Console): void => {
  view.event(event);
  if (name !== "watch" || console.rendering !== "live" || event.type !== "order_run_ended") return;
  console.progress(`${verdictInWords(event.verdict, event.exit_code)}  ${printable(event.order)}`);
};
