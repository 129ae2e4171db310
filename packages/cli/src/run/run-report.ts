import type { OrderResult, RunScene } from "@llmch/app";
import { attemptsMade, durationInWords, isOfWhole, verdictInWords } from "@llmch/story";
import { counted, evidenceInWords, printable, printableText, warningInWords } from "@llmch/text";
import type { Console } from "../console/console.ts";
import type { Colors } from "../console/paint.ts";
import { adviceFor } from "../show/advice.ts";

/**
 * What is about to happen, in three lines, then what else to know about it, and what had to be cleared first.
 * @param isLater whether it was said before, of an earlier part of the same command; then only warnings are new
 */
export const headerLines = (scene: RunScene, colors: Colors, isLater = false): string[] => {
  const warnings = scene.warnings.map((warning) => colors.yellow(`warning: ${printable(warningInWords(warning))}`));
  if (isLater) return warnings;
  const count = scene.orders.filter(({ skipped }) => !skipped).length;
  const start = `branch ${scene.branch} from ${scene.baseline.slice(0, 10)}, commands: ${printable(scene.isolation)}`;
  return [
    `${colors.bold(`llmch ${scene.operation}`)}  ${counted(count, "order")}, ${printable(scene.model)}`,
    colors.dim(start),
    colors.dim(printable(scene.push)),
    ...(scene.unverified === null ? [] : [colors.yellow(printable(scene.unverified))]),
    ...scene.facts.map((sentence) => colors.dim(printable(sentence))),
    ...warnings,
    "",
  ];
};

/** Prints how an order's run ended: of several its verdict, and where to look if it did not pass. */
export const tellOrder = ({ run, title, isPart, show, files, mend }: OrderResult, console: Console): void => {
  if (isPart) console.result(verdictLine(run, title));
  if (console.verbose && run.stack !== null) console.error(run.stack);
  if (run.verdict === "PASS") {
    if (run.fault !== null) console.failure({ code: "unexpected", message: `after the commit: ${run.fault}` });
    return;
  }
  if (console.quiet && run.brief !== null) console.error(printableText(run.brief.primary_error_excerpt));
  if (run.brief?.failed_before === true) console.progress(adviceFor(run.brief));
  if (files.length > 0) console.progress(["read next:", show, ...files].join("\n  "));
  if (!isPart) console.progress(["to continue:", ...mend.map((command) => `  ${command}`)].join("\n"));
};

const weakenedInWords = ({ attempts }: OrderResult["run"]): string => {
  const { weakened = [] } = attempts.at(-1) ?? {};
  return weakened.length === 0 ? "" : `; tests are weakened: ${printable(weakened.join("; "))}`;
};

/** The verdict of an order's run: the line that people and scripts look for. */
export const verdictLine = (run: OrderResult["run"], title: string): string => {
  const attempts = counted(attemptsMade(run), "attempt");
  const spent = durationInWords(run.durationMs);
  const rests = run.evidence === null ? "" : `  ${evidenceInWords(run.evidence)}`;
  if (run.verdict === "PASS")
    return `PASS  ${run.orderId}  ${run.commit?.slice(0, 10)}  ${printable(title)} (${attempts}, ${spent})${rests}${weakenedInWords(run)}`;
  const verdict = verdictInWords(run.verdict, run.exitCode);
  const name = run.need !== undefined && isOfWhole(run.need) ? run.need.kind : run.orderId;
  if (verdict === "INTERRUPTED") return `${verdict}  ${run.orderId}  (${attempts}, ${spent})`;
  const why = verdict === "WAITING" ? run.fault : (run.brief?.stage ?? run.fault);
  return `${verdict}  ${name}  ${printable(why ?? "unexpected")} (${attempts}, ${spent})`;
};
