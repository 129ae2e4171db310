import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJsonLines } from "@llmch/testkit";

/** How `gh` answers a command. */
interface Answer {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** A folder that it copies to where `--dir` names. */
  readonly from?: string;
}

/** A call as it was recorded. */
interface Call {
  readonly argv: readonly string[];
  readonly stdin: string;
  /** The file that `--body-file` names. */
  readonly body: string;
  readonly token: string;
}

/** A `gh` that records its calls, and answers by its first words, such as `pr create`: the most that are told. Without an answer it fails; of the API it knows nothing then. */
export const fakeGh = (folder: string, answers: Readonly<Record<string, Answer>>) => {
  const [bin, log] = [join(folder, "gh-bin"), join(folder, "gh-calls.jsonl")];
  mkdirSync(bin, { recursive: true });
  writeFileSync(log, "");
  const say = (said: typeof answers): void => {
    writeFileSync(
      join(bin, "gh"),
      `#!${process.execPath}
const { appendFileSync, cpSync, readFileSync } = require("node:fs");
const argv = process.argv.slice(2);
const at = argv.indexOf("--body-file");
const body = at < 0 ? "" : readFileSync(argv[at + 1], "utf8");
const { fstatSync } = require("node:fs");
// A pipe may stay open.
const stdin = fstatSync(0).isFIFO() || fstatSync(0).isSocket() ? "" : readFileSync(0, "utf8");
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ argv, stdin, body, token: process.env.GH_TOKEN ?? "" }) + "\\n");
const said = ${JSON.stringify(said)};
const words = argv.map((_, last) => argv.slice(0, argv.length - last).join(" ")).find((each) => said[each] !== undefined);
const UNKNOWN = argv[0] === "api" ? "gh: Not Found (HTTP 404)" : "unknown command";
const answer = said[words] ?? { stderr: UNKNOWN, code: 1 };
if (answer.from !== undefined) cpSync(answer.from, argv[argv.indexOf("--dir") + 1], { recursive: true });
process.stdout.write(answer.stdout ?? "");
process.stderr.write(answer.stderr ?? "");
process.exitCode = answer.code ?? 0;
`,
    );
    chmodSync(join(bin, "gh"), 0o755);
  };
  say(answers);
  return {
    say,
    calls: () => readJsonLines(log) as unknown as readonly Call[],
    env: { PATH: `${bin}:${process.env.PATH}`, GH_TOKEN: "gho-canary-0123456789" },
  };
};
