import { parseArgs } from "node:util";

/** What the harness should do. */
export interface Request {
  /** Names of kinds; all kinds if there are none. */
  readonly kinds: readonly string[];
  readonly sample: boolean;
  readonly seed: number;
  /** The only trial to run, or null. */
  readonly trial: number | null;
}

/** Reads the arguments. Throws if it does not understand them. */
export const readRequest = (argv: readonly string[]): Request => {
  const { values, positionals } = parseArgs({
    args: argv.filter((argument) => argument !== "--"),
    options: { sample: { type: "boolean" }, seed: { type: "string" }, trial: { type: "string" } },
    allowPositionals: true,
  });
  const trial = values.trial === undefined ? null : wholeNumber("--trial", values.trial);
  if (trial !== null && positionals.length !== 1) throw new Error("--trial wants the name of one kind");
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber("--seed", values.seed);
  return { kinds: positionals, sample: values.sample === true, seed, trial };
};

const wholeNumber = (flag: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${flag} wants a whole number, not ${text}`);
  return Number(text);
};
