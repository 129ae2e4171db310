import type { Files } from "@llmch/agent";
import { type RepoPath, repoPath } from "@llmch/contract";
import type { ProductInterface } from "@llmch/examiner";
import { startCommandOf, tellsStart } from "@llmch/languages";
import { routesIn, signaturesIn, sourcesToSign } from "@llmch/repo-map";
import { commandLine, shellWord } from "@llmch/text";
import type { LentTrial } from "../lease/trial.ts";

/** A help text that takes longer is none. */
const HELP_SECONDS = 10;

/**
 * Looks at a product as its user meets it, at a commit.
 * @param start how it is started, if its user says so
 */
export const productAt = async (
  files: Files,
  start: readonly string[] | null,
  sentences: readonly string[],
  { commands }: Pick<LentTrial, "commands">,
): Promise<ProductInterface> => {
  const paths = await files.trackedFiles();
  const text = async (path: RepoPath): Promise<string | null> => {
    const state = await files.inspect(path);
    return state.kind === "file" ? state.text : null;
  };
  const texts = new Map<string, string>();
  const said = sentences.join("\n");
  const signed = sourcesToSign(paths, said);
  for (const path of [...paths.filter(tellsStart), ...signed].map(repoPath)) {
    const content = path === null ? null : await text(path);
    if (path !== null && content !== null) texts.set(path, content);
  }
  const sources = signed.flatMap((path) => {
    const content = texts.get(path);
    return content === undefined ? [] : [{ path, text: content }];
  });
  const { createSyntaxParser } = await import("@llmch/syntax/code");
  const program = start ?? startCommandOf({ files: paths, texts: Object.fromEntries(texts) });
  const readme = paths.map(repoPath).find((path) => path !== null && /^readme(?:\.(?:md|rst|txt))?$/i.test(path));
  return {
    readme: readme == null ? null : await text(readme),
    start: program,
    help: program === null ? null : await helpOf(program, commands),
    signatures: await signaturesIn(sources, said, createSyntaxParser()),
    ...{ routes: routesIn(sources), files: paths },
  };
};

const helpOf = async (start: readonly string[], commands: LentTrial["commands"]): Promise<string | null> => {
  const argv = [...start, "--help"];
  const request = { argv, timeoutSeconds: HELP_SECONDS, isUnseen: true, stdout: "help.out", stderr: "help.err" };
  const { ending, stdoutTail, stderrTail } = await commands.run(request);
  if (ending !== "exited") return null;
  return `$ ${commandLine(argv.map(shellWord).join(" "))}\n${stdoutTail.trim() || stderrTail.trim()}`;
};
