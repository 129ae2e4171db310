import type { Intent, RunScene } from "@llmch/app";
import { estimateInWords } from "@llmch/story";
import { dollarsInWords, tokensInWords } from "@llmch/text";
import type { Console } from "../console/console.ts";
import { withMeasure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";
import { ordersTable } from "../plan/orders-table.ts";

/**
 * Shows on a terminal what is about to be done, and asks; with nothing to do, it counts as agreed.
 * @param reach what commands may reach, one sentence each
 */
export const agreesToRun = async (
  scene: RunScene,
  reach: readonly string[],
  console: Console,
  agrees: (question: string) => Promise<boolean>,
): Promise<boolean> => {
  const count = scene.orders.filter(({ skipped }) => !skipped).length;
  if (count === 0) return true;
  console.progress([...(await sceneLines(scene, console)), ...reach, ""].join("\n"));
  return agrees(`Carry out ${count === 1 ? "this order" : `these ${count} orders`}?`);
};

/** What a person looks through before agreeing. */
export const sceneLines = async (
  { intent, caps }: Pick<RunScene, "intent" | "caps">,
  { colors, stderr: { columns } }: Pick<Console, "colors" | "stderr">,
): Promise<readonly string[]> => intentLines(await intent(), caps, { colors, columns });

/** The orders, the caps, and what they may cost; branch, model and remote are in the header. */
export const intentLines = async (
  { orders, estimate }: Intent,
  caps: RunScene["caps"],
  { colors, columns = 100 }: { readonly colors: Colors; readonly columns?: number | undefined },
): Promise<readonly string[]> => [
  ...(await withMeasure((measure) => ordersTable(orders, { colors, width: columns, measure }))),
  "",
  `caps  ${capsInWords(caps)}`,
  ...(estimate === null ? [] : [`estimate  ${estimateInWords(estimate)}`]),
];

/** `at most $2.00, 60 min`. */
export const capsInWords = ({ usd, tokens, minutes }: Pick<RunScene["caps"], "usd" | "tokens" | "minutes">): string => {
  const caps = [
    ...(usd === null ? [] : [dollarsInWords(usd)]),
    ...(tokens === null ? [] : [`${tokensInWords(tokens)} tokens`]),
    ...(minutes === null ? [] : [`${minutes} min`]),
  ];
  return caps.length === 0 ? "none: --budget USD sets one" : `at most ${caps.join(", ")}`;
};
