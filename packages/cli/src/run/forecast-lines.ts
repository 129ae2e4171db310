import type { Forecast } from "@llmch/app";
import { printable } from "@llmch/text";
import type { Colors } from "../console/paint.ts";

/** What to expect of a run, as lines: how its orders depend on one another, which commands it starts. */
export const forecastLines = (
  { waves, longestChain, commands }: Pick<Forecast, "waves" | "longestChain" | "commands">,
  colors: Colors,
): readonly string[] => {
  const parts = [...(waves.length === 0 ? [] : restingRows(waves, longestChain)), ...commandRows(commands)];
  const width = Math.max(0, ...parts.map(([label]) => label.length));
  const rows = parts.map(([label, text], index) => {
    const shown = label === parts[index - 1]?.[0] ? "" : label;
    return `${colors.dim(shown.padEnd(width))}  ${printable(text)}`.trimEnd();
  });
  return ["", ...rows];
};

type Row = readonly [label: string, text: string];

const restingRows = (waves: Forecast["waves"], chain: Forecast["longestChain"]): readonly Row[] =>
  waves.flat().length < 2
    ? []
    : [
        ...waves.map((ids, index): Row => [`wave ${index + 1}`, ids.join(", ")]),
        ["longest chain", `${chain.length}: ${chain.join(", ")}`],
      ];

/** Commands that make files are in the header. */
const commandRows = ({ setup, verify, verifyReason, orders }: Forecast["commands"]): readonly Row[] => [
  ...setup.map((command): Row => ["setup", command]),
  ...(verify.length === 0
    ? [["verification", `none: ${verifyReason}`] as const]
    : verify.map((command, index): Row => ["verification", index === 0 ? `${command}  (${verifyReason})` : command])),
  ...orders.flatMap(({ id, acceptance }) => acceptance.map((command): Row => [id, command])),
];
