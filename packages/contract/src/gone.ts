/** What earlier versions had, by its name (a flag of one command alone after that command's), and what to use instead. */
const GONE: readonly (readonly [names: readonly string[], use: string])[] = [
  [
    ["--candidates", "--choose"],
    "an attempt asks for one proposal: use --max-attempts, rows of factory.escalation or --review",
  ],
  [["--speculate"], "--jobs N decides how far ahead of their turn orders are carried out"],
  [["--verify-jobs"], "--jobs N also says how many orders are verified at a time"],
  [
    ["local:"],
    "llmch runs no model files itself: serve this one with llama-server or Ollama, set that server up under models.compatible, and name it compatible:SERVER/MODEL",
  ],
  [["resume --approve"], "`llmch decide [RUN] approve` approves what a run waits for, with --all everything"],
  [["resume --answer"], '`llmch decide [RUN] [ID] answer "..."`, or `reject "..."` for a revision'],
  [["resume --list"], "`llmch runs` lists them, and what to type"],
  [["--print-summary"], "--json has the orders' titles and files"],
  [["prune", "runs --prune"], "`llmch discard --older-than AGE` removes the records of old runs, and no branch"],
  [["--sequential"], "`llmch audit` checks the records and the commits of a run"],
];

/**
 * What to use instead of a command, a flag or a kind of model (`local:`) that is gone; null if there never was one. It is asked for names
 * that llmch does not know.
 * @param command whose flag it is
 */
export const gone = (name: string, command?: string | null): string | null =>
  GONE.find(([names]) => names.includes(name) || names.includes(`${command} ${name}`))?.[1] ?? null;
