/** The closed catalogue of what can be reported about a plan, a build's documents or a spec (contract §3). `E` blocks, `W` does not. */
export const DIAGNOSTIC_CODES = {
  E000: { title: "not a plan", hint: "give one JSON object whose `work_orders` is a list of at least one object" },
  E001: { title: "id malformed or not contiguous", hint: "number the orders WO-01, WO-02, … in list order" },
  E003: { title: "shell operator in a command", hint: "commands run without a shell: write one process an entry" },
  E004: { title: "glob in a path", hint: "name each file by its own path" },
  E005: { title: "order does not meet the schema", hint: "fix every violation that the message names" },
  E006: {
    title: "inline program does not parse",
    hint: "`python -c`, `node -e` and `bash -c` take a complete program; mind the quotes",
  },
  E007: { title: "command cannot be split", hint: "close the quote, or drop the lone backslash at the end" },
  E101: { title: "precondition cannot hold", hint: "require only files that the repo or an earlier order gives" },
  E102: { title: "contradictory preconditions", hint: "keep one of `file_exists` and `file_absent` for the path" },
  E103: {
    title: "postcondition outside allowed_files",
    hint: "add the path to `allowed_files`, or drop the postcondition",
  },
  E104: {
    title: "allowed file without a postcondition",
    hint: "add a `file_exists` postcondition, `file_absent` where it goes, or drop the allowed file",
  },
  E105: { title: "verify script as acceptance command", hint: "it runs anyway: give a command of the order's own" },
  E106: {
    title: "verify contract never met",
    hint: "let an order create each file that `verify_contract.requires` names",
  },
  E201: {
    title: "command that no system can start",
    hint: "name a program, keep NUL characters out, and put long programs into files",
  },
  E202: { title: "too large to be a plan", hint: "split the plan" },
  E203: {
    title: "contradictory conditions",
    hint: "let an order leave a file there or take it away, and ask of a file either that it is absent or what it holds",
  },
  E204: {
    title: "condition about a file that is not there",
    hint: "ask only about files that the repo or an earlier order gives",
  },
  E205: {
    title: "check file that a command cannot find",
    hint: "give it in `checks` of WORK_ORDERS_MANIFEST.json, which stands beside the orders, by a plain name of its own; hidden ones are for hidden commands",
  },
  E210: {
    title: "child whose id is not due",
    hint: "number the children of an order in list order, below its id: WO-03.1, WO-03.2, …",
  },
  E211: {
    title: "child that reaches beyond its order",
    hint: "let a child write, show and make only what the divided order may, by the commands that it has",
  },
  E212: {
    title: "promise of the order that no child keeps",
    hint: "give the postcondition to the child that makes it hold",
  },
  E213: {
    title: "acceptance command of the order that no child has",
    hint: "give the command, word for word, to the child after which it passes",
  },
  E214: {
    title: "division into too few or too many children",
    hint: "divide an order into at least two children and at most twelve, and no child's child",
  },
  E301: {
    title: "milestone that names no act of a user",
    hint: "say what somebody can do then: `A user can …`",
  },
  E302: {
    title: "sentence of the spec that no milestone brings",
    hint: "quote it in `fulfils` of the milestone that brings it, or in `what_not` if it is left out",
  },
  E303: {
    title: "milestone that is reached before the work",
    hint: "give it a command that fails until a user can do what the outcome says",
  },
  E304: {
    title: "milestones out of order",
    hint: "number them M1, M2, … in the order of the work, and let acceptance need only what is there by then",
  },
  E305: {
    title: "note that is lost, made up or too long",
    hint: "name each note of the window before once, and hand on ten at most, of 120 characters each",
  },
  E306: {
    title: "window that is not what was asked for",
    hint: "number its orders on from the id that is due, keep to the number asked for, and leave them out only with `completes` or `abort`",
  },
  E307: {
    title: "reason without evidence",
    hint: "cite ids of orders, commits, or acceptance commands that failed, letter by letter",
  },
  E308: {
    title: "complete while acceptance fails",
    hint: "answer `adjust` or `rescope`, and cite the commands that fail",
  },
  E311: { title: "spec that demands nothing", hint: "say what the product must do, in sentences" },
  E312: { title: "placeholder in the spec", hint: "say what belongs there, or that it is left out" },
  W101: { title: "import that nothing provides", hint: "import the standard library, or files of the repo so far" },
  W201: { title: "part of the plan passed over", hint: "give the part the form that the schema asks for, or drop it" },
  W203: {
    title: "shell text in a command",
    hint: "leave it out, quote it if it is meant literally, or let `bash -c` run the command",
  },
  W204: {
    title: "command that cannot fail",
    hint: "compare what the order made with what it should be, and exit with 1 where they differ",
  },
  W205: {
    title: "command runs a file that cannot exist yet",
    hint: "run a file of the repo, of an earlier order or of this one, by its path from the repo's root",
  },
  W206: {
    title: "file written by two orders that do not depend on each other",
    hint: "name the file in the later order's `preconditions` or `context_files`, or leave it to one of them",
  },
  W207: {
    title: "order that nothing needs and no command tests",
    hint: "add an acceptance command that runs what the order makes, or drop the order",
  },
  W208: {
    title: "tests of an earlier order that may be rewritten",
    hint: "put the new tests into a file of their own",
  },
  W209: { title: "order that writes much", hint: "split the order: one idea each, with its tests" },
  W210: {
    title: "order that names a secret file",
    hint: "keep the file out of the order, or name an example of it without the secret",
  },
  W211: {
    title: "removed file that nothing gives",
    hint: "drop the `file_absent` postcondition and the allowed file, or fix the path",
  },
  W221: {
    title: "acceptance holds before the work",
    hint: "let the acceptance check what the order changes, or say `already_true_because`",
  },
  W222: {
    title: "sentence of the spec that no order fulfils",
    hint: "let the order that fulfils it quote it in `fulfils`, or add an order that does",
  },
  W223: {
    title: "name that the order which makes it does not say",
    hint: "say the name with its signature in the order that makes the file, or take the name that this one says",
  },
  W224: {
    title: "acceptance that decides nothing",
    hint: "run what the order makes and compare the result with a value from the spec that plausible wrong work does not give",
  },
  W225: {
    title: "verification weakened by an order's work",
    hint: "read what became of them in the commit, and ask for them back in another order if they were wanted",
  },
  W226: {
    title: "order that is shown nothing of what it builds on",
    hint: "put the files that the order imports, extends or imitates into `context_files`",
  },
  W227: {
    title: "message that a command and its order spell differently",
    hint: "spell the message as the spec has it, in the order's text and in its commands",
  },
  W228: {
    title: "dependency on an order that is not earlier",
    hint: "name earlier orders of the plan, or move the order behind them",
  },
  W229: {
    title: "misspelt member of an order",
    hint: "spell it as the schema of work orders does, or give a member of your own another name",
  },
  W233: {
    title: "allowed file that the repo ignores",
    hint: "let the order leave the file out, or take it out of `.gitignore`",
  },
  W234: {
    title: "order whose files are more than a model without tools is shown",
    hint: "split the order, or let its model look at files itself: `--agent auto`",
  },
  W235: {
    title: "inline program whose end cannot be proved",
    hint: "wait for it at the top level: `node --input-type=module -e` with `await`; in Python let `sys.exit` be its end",
  },
  W313: { title: "words that nobody can check", hint: "give a number, a limit or an example" },
} as const satisfies Record<string, { title: string; hint: string }>;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;

/**
 * One finding. `wo_id` is null for the whole document, `index-N` for an order without an id, `M2` for a milestone.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly wo_id: string | null;
  readonly message: string;
  readonly field: string | null;
  /**
   * A JSON pointer (RFC 6901) to the place in the given manifest: `/work_orders/2/acceptance_commands/0`. A directory of orders counts as
   * the manifest that they make up, and a spec as the list of its lines: `/11` is the twelfth. Missing if the finding has no single place.
   */
  readonly pointer?: string;
}

/** Something that the user should know: a sentence, or a diagnostic. */
export type Warning = string | Diagnostic;
