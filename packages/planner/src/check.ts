import { type Design, type Diagnostic, givesFile, repoPath, withCheckFiles } from "@llmch/contract";
import { type LanguageProfile, type SyntaxReaders, VERIFY_SCRIPT } from "@llmch/languages";
import {
  isError,
  isJsonObject,
  type JsonFault,
  type JsonObject,
  type JsonValue,
  objectsMember,
  readJson,
  textsMember,
} from "@llmch/text";
import { type Coverage, coverageOf } from "./coverage/coverage.ts";
import { inlinePrograms } from "./inline-programs.ts";
import { normalizeManifest, pointerAsGiven } from "./normalize.ts";
import { orderDiagnostics } from "./order-diagnostics.ts";
import { type OrderReading, readOrder, readPlanAcceptance } from "./order-reading.ts";
import { type PlanFiles, planFiles } from "./plan-files.ts";
import { planGraph } from "./plan-graph.ts";
import { planMentions } from "./plan-mentions.ts";
import { planWriters } from "./plan-writers.ts";
import { contractFaults, nothingLeft, notJson, orderListFaults } from "./rules/e000-shape.ts";
import { misplacedId } from "./rules/e001-id.ts";
import { acceptanceViolations } from "./rules/e005-schema.ts";
import { unmetContract } from "./rules/e106-verify-contract.ts";
import { oversizedPlan } from "./rules/e202-size.ts";
import { checkFileFaults } from "./rules/e205-check-file.ts";
import { COMMAND_RULES, ENTRY_RULES, EXIT_RULES, ORDER_RULES } from "./rules/pipeline.ts";
import type { ChainRule, ChainScene, Finding, ShownRoom } from "./rules/rule.ts";
import { passedOver } from "./rules/w201-passed-over.ts";
import { strayQuotes, unfulfilledSentences } from "./rules/w222-coverage.ts";
import { isExempt, requirementsOf } from "./verify-contract.ts";
import { noteFaults } from "./window/e305-notes.ts";
import { misplacedInWindow, windowFaults } from "./window/e306-window.ts";
import { citationFaults } from "./window/e307-citation.ts";
import { type PlanWindow, plannedWindow } from "./window/window.ts";

export interface CheckOptions {
  /** The target repo's files, as listed in contract §3. */
  readonly repoFiles: readonly string[];
  /** Of the orders' allowed files, those that the repo ignores; see `checkWithIgnored`. */
  readonly ignored?: ReadonlySet<string>;
  /** What models without tools are shown of files; omitted if they have tools. */
  readonly room?: ShownRoom;
  /** Each is called with the first program of its language: loading a parser costs more than everything else. */
  readonly syntaxes: SyntaxReaders;
  /** The languages to use; all of llmch's by default. */
  readonly profiles?: readonly LanguageProfile[];
  /** Drop the verify-script order if the repo has the script. The compile loop does so, `check` does not (contract §4). */
  readonly dropVerifyScriptOrder?: boolean;
  /** Whether the repo's history shows an order done. Such an order is judged by itself alone: its files are the repo's. */
  readonly isDone?: (order: JsonObject) => boolean;
  /** Whether an order that is not in the list precedes it, if the list is only a part of a plan. By default none does. */
  readonly isEarlier?: (id: string) => boolean;
  /** The plan's spec, if known: its sentences are searched for in the orders' quotes. */
  readonly spec?: string;
  /** The design that the plan follows, if there is one. */
  readonly design?: Design | null;
  /** The window of a build that the plan is, if it is one: what it leaves out, others bring. */
  readonly window?: PlanWindow | null;
}

/** An order that passed, and what was computed for it. */
export interface StandingOrder {
  readonly order: JsonObject;
  readonly verifyExempt: boolean;
  readonly isDone: boolean;
  /** Its list index, from 0, and its value before normalisation, which the pointers of diagnostics refer to. */
  readonly index: number;
  readonly given: JsonObject;
}

export interface PlanCheck {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** By the model's own ids; empty if there are errors. */
  readonly verifyExempt: Readonly<Record<string, boolean>>;
  /** The normalised manifest, or null if the document is not an object. */
  readonly manifest: JsonObject | null;
  /** The normalised orders of the plan; empty if there are errors. */
  readonly orders: readonly StandingOrder[];
  /** Which sentences of the spec the orders fulfil; null if the spec is unknown or no order quotes it. */
  readonly coverage: Coverage | null;
}

/** Judges a manifest by every rule of contract §3. Accepts any JSON value, throws nothing, changes nothing. */
export const checkManifest = (document: JsonValue, options: CheckOptions): PlanCheck => {
  const oversized = oversizedPlan(document);
  if (oversized !== null) return conclude(document, [oversized]);
  const manifest = normalizeManifest(document);
  const { window = null } = options;
  const requirements = requirementsOf(manifest);
  const files = planFiles(options.repoFiles);
  const listFaults = orderListFaults(manifest, window !== null);
  const exempt = (now: PlanFiles) => isExempt(requirements, now);
  const chain =
    listFaults.length === 0
      ? judgeChain(manifest, document, files, options, exempt)
      : { findings: listFaults, orders: [], coverage: null };
  const findings = [
    ...contractFaults(manifest),
    ...acceptanceViolations(document),
    ...passedOver(manifest).map(asGiven(document)),
    ...chain.findings,
    ...unmetContract(requirements, files),
    ...(chain.coverage === null || window !== null ? [] : unfulfilledSentences(chain.coverage)),
    ...(window === null ? [] : windowFindings(manifest, window)),
  ];
  return conclude(manifest, findings, chain);
};

const NONE: ReadonlySet<string> = new Set();

/** Those of some paths that a repo ignores and does not track. */
export type IgnoredAmong = (paths: readonly string[]) => Promise<ReadonlySet<string>>;

/** Judges a plan once, and once more if the repo ignores a file that it allows: git tells that only of given paths. */
export const checkWithIgnored = async <Check extends Pick<PlanCheck, "manifest">>(
  check: (ignored: ReadonlySet<string>) => Check,
  ignoredAmong: IgnoredAmong | undefined,
): Promise<Check> => {
  const first = check(NONE);
  const orders = first.manifest === null ? [] : ordersOf(first.manifest);
  const allowed = orders
    .flatMap((order) => textsMember(order, "allowed_files"))
    .flatMap((path) => repoPath(path) ?? []);
  const ignored = allowed.length === 0 ? NONE : ((await ignoredAmong?.([...new Set(allowed)])) ?? NONE);
  return ignored.size === 0 ? first : check(ignored);
};

/**
 * Judges a manifest's text, which is read strictly, by every rule of contract §3. `json` is false if the text is not JSON at all: an E000, and
 * exit code 4.
 */
export const checkText = (text: string, options: CheckOptions): TextCheck => {
  const read = readJson(text);
  return read.ok
    ? { ...checkManifest(read.value, options), json: true }
    : { ...checkUnreadable(read.issues[0]), json: false };
};

/** `json` is false if the text is not JSON at all. */
type TextCheck = PlanCheck & { readonly json: boolean };

/** The finding for a text that is not JSON: there is nothing to judge. */
export const checkUnreadable = (fault: JsonFault): PlanCheck => conclude(null, [notJson(fault.message)]);

const conclude = (
  manifest: JsonValue,
  found: readonly Diagnostic[],
  { orders, coverage }: Pick<PlanCheck, "orders" | "coverage"> = { orders: [], coverage: null },
): PlanCheck => {
  const diagnostics = distinct(found);
  const errors = diagnostics.filter(isError);
  const standing = errors.length === 0 ? orders : [];
  return {
    errors,
    warnings: diagnostics.filter((diagnostic) => !isError(diagnostic)),
    verifyExempt: Object.fromEntries(standing.map(({ order, verifyExempt }) => [String(order.id), verifyExempt])),
    manifest: isJsonObject(manifest) ? manifest : null,
    orders: standing,
    coverage,
  };
};

/**
 * The same check with warnings as errors: this alone is what --strict means.
 * @param isError which of them; by default all
 */
export const strictly = <Check extends Pick<PlanCheck, "errors" | "warnings" | "verifyExempt">>(
  check: Check,
  isError: (warning: Diagnostic) => boolean = () => true,
): Check => {
  const errors = check.warnings.filter(isError);
  const warnings = check.warnings.filter((warning) => !isError(warning));
  return errors.length === 0 ? check : { ...check, errors: [...check.errors, ...errors], warnings, verifyExempt: {} };
};

const ordersOf = (manifest: JsonValue): readonly JsonObject[] =>
  isJsonObject(manifest) ? objectsMember(manifest, "work_orders") : [];

/** What is wrong with a window besides its orders. */
const windowFindings = (manifest: JsonValue, window: PlanWindow): readonly Diagnostic[] => {
  if (!isJsonObject(manifest)) return [];
  const planned = plannedWindow(manifest);
  return [
    ...noteFaults(planned, window.notes),
    ...windowFaults(manifest, planned, window),
    ...citationFaults(planned, window.citable),
  ];
};

/**
 * Walks the orders once. Judges each by itself, then against the files so far, and updates those files. The plan's own acceptance comes
 * last.
 */
const judgeChain = (
  manifest: JsonValue,
  document: JsonValue,
  files: PlanFiles,
  options: CheckOptions,
  exempt: (files: PlanFiles) => boolean,
): { readonly findings: readonly Diagnostic[] } & Pick<PlanCheck, "orders" | "coverage"> => {
  const { window = null } = options;
  const drops = options.dropVerifyScriptOrder === true && files.has(VERIFY_SCRIPT);
  const given = ordersOf(document);
  const read: OrderReading[] = [];
  for (const [index, json] of ordersOf(manifest).entries()) {
    read.push({ ...readOrder(withCheckFiles(json, manifest), index, options.profiles), json });
  }
  const isDropped = (order: OrderReading) => drops && isVerifyScriptOrder(order);
  const readings = withoutEdgesTo(read.filter(isDropped), read);
  const programs = inlinePrograms(options.syntaxes);
  const coverage = options.spec === undefined ? null : coverageOf(options.spec, readings.map(quotesOf));
  const kept = readings.filter((order) => !isDropped(order));
  const writers = planWriters(readings);
  const graph = planGraph(kept, options.isEarlier);
  const mentions = planMentions(kept);
  const plan = {
    programs,
    files,
    ...writers,
    graph,
    mentions,
    design: options.design ?? null,
    ignored: options.ignored ?? NONE,
    room: options.room ?? null,
  };
  const findings: Diagnostic[] = [];
  const orders: StandingOrder[] = [];
  // Outside the generator: V8 does not optimize code in a generator's loop.
  const judge = (order: OrderReading, index: number): void => {
    const scene: ChainScene = { order, ...plan };
    const diagnosticOf = orderDiagnostics(order.label, given[index] ?? order.json, index);
    const report = (found: readonly Finding[]) => {
      for (const finding of found) findings.push(diagnosticOf(finding));
    };
    const apply = (rules: readonly ChainRule[]) => {
      for (const rule of rules) report(rule(scene));
    };
    report(window === null ? misplacedId(order, index) : misplacedInWindow(order, index, window));
    if (coverage !== null) report(strayQuotes(coverage, index));
    apply(ORDER_RULES);
    if (isDropped(order)) return;
    const isDone = options.isDone?.(order.json) === true;
    if (!isDone) {
      apply(ENTRY_RULES);
      carryOut(order, files);
      apply(EXIT_RULES);
    }
    orders.push({ order: order.json, verifyExempt: exempt(files), isDone, index, given: given[index] ?? order.json });
  };
  for (const [index, order] of readings.entries()) {
    judge(order, index);
  }
  const whole: ChainScene = { order: readPlanAcceptance(manifest, options.profiles), ...plan };
  const commands = [...readings, whole.order].flatMap((order) => order.commands);
  const ofWhole = [...COMMAND_RULES.flatMap((rule) => rule(whole)), ...checkFileFaults(manifest, commands, programs)];
  findings.push(...ofWhole.map(asGiven(document)));
  return {
    findings: orders.length === 0 && readings.length > 0 ? [...findings, nothingLeft()] : findings,
    orders,
    coverage,
  };
};

/** The diagnostic of a finding about the plan as a whole. */
const asGiven = (document: JsonValue): ((found: Finding) => Diagnostic) => {
  const pointerOf = pointerAsGiven(document);
  return ({ pointer, ...found }) => ({ ...found, wo_id: null, pointer: pointerOf(pointer) });
};

/** The repo already has what dropped orders make, so nothing depends on them. */
const withoutEdgesTo = (
  dropped: readonly OrderReading[],
  readings: readonly OrderReading[],
): readonly OrderReading[] => {
  if (dropped.length === 0) return readings;
  const labels = new Set(dropped.map(({ label }) => label));
  return readings.map((order) => ({ ...order, dependsOn: order.dependsOn.filter(({ text }) => !labels.has(text)) }));
};

const quotesOf = ({ label, fulfils }: OrderReading) => ({ id: label, fulfils: fulfils.map(({ text }) => text) });

/** Updates the files as the order would. It cannot remove a file that it may not write. */
const carryOut = ({ postconditions, allowed, derived, label }: OrderReading, files: PlanFiles): void => {
  for (const path of derived) files.add(path, label);
  for (const { kind, path } of postconditions) {
    if (givesFile(kind)) files.add(path, label);
    else if (kind === "file_absent" && allowed.has(path)) files.remove(path, label);
  }
};

/** A fault that occurs twice in an order is reported once. */
const distinct = (found: readonly Diagnostic[]): readonly Diagnostic[] => {
  const seen = new Set<string>();
  return found.filter(({ code, wo_id, field, message }) => {
    const key = JSON.stringify([code, wo_id, field, message]);
    return !seen.has(key) && seen.add(key);
  });
};

/** True for an order that only makes the verify script. A repo that has the script does not need it (contract §4). */
const isVerifyScriptOrder = ({ allowedFiles }: OrderReading): boolean =>
  allowedFiles.length === 1 && allowedFiles[0]?.path === VERIFY_SCRIPT;
