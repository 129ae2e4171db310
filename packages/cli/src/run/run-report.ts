import type { EndedOrder, OrderResult, RunScene } from "@llmch/app";
import { durationInWords, isOfWhole, verdictInWords } from "@llmch/story";
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
export const tellOrder = (order: OrderResult, console: Console): void => {
  const { isPart, brief, stack, fault, read } = order;
  if (isPart) console.result(verdictLine(order));
  if (console.verbose && stack !== null) console.error(stack);
  if (order.verdict === "PASS") {
    if (fault !== null) console.failure({ code: "unexpected", message: `after the commit: ${fault}` });
    return;
  }
  if (console.quiet && brief !== null) console.error(printableText(brief.primary_error_excerpt));
  if (brief?.failed_before === true) console.progress(adviceFor(brief));
  if (read.length > 0) console.progress(["read next:", ...read].join("\n  "));
};

/** The verdict of an order's run: the line that people and scripts look for. */
export const verdictLine = (ended: EndedOrder): string => {
  const { order, commit, evidence, weakened, stage, fault, needs } = ended;
  const took = `(${counted(ended.attempts, "attempt")}, ${durationInWords(ended.durationMs)})`;
  if (ended.verdict === "PASS") {
    const rests = evidence === null ? "" : `  ${evidenceInWords(evidence)}`;
    const weaker = weakened.length === 0 ? "" : `; tests are weakened: ${printable(weakened.join("; "))}`;
    return `PASS  ${order}  ${commit?.slice(0, 10)}  ${printable(ended.title)} ${took}${rests}${weaker}`;
  }
  const verdict = verdictInWords(ended.verdict, ended.exitCode);
  if (verdict === "INTERRUPTED") return `${verdict}  ${order}  ${took}`;
  const why = verdict === "WAITING" ? fault : (stage ?? fault);
  return `${verdict}  ${needs.find(isOfWhole)?.kind ?? order}  ${printable(why ?? "unexpected")} ${took}`;
};
