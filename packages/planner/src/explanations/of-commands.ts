import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";

const SLUG = { allowed_files: ["src/slug.js"] };
const SLUG_CHECK = "const s = require(process.cwd() + '/src/slug.js');\nif (s('A b') !== 'a-b') throw s;\n";
const LATE = `node -e "import('./src/slug.js').then(({ s }) => { if (s('A b') !== 'a-b') throw s })"`;
const AWAITED = `node --input-type=module -e "import { s } from './src/slug.js'; if (s('A b') !== 'a-b') throw s"`;
const NOTES = { allowed_files: ["notes.py"] };

/** Explanations of the rules about acceptance commands. */
export const OF_COMMANDS = {
  E003: {
    meaning: "A word of the command is one of `|`, `||`, `&&`, `;`, `>`, `>>`, `<`, `<<`, unquoted.",
    reason:
      "Commands are started without a shell, each as one process. The operator and what follows it would reach the program as " +
      "arguments, and the command would not do what it says.",
    broken: { orders: [{ ...SLUG, acceptance_commands: ['node src/slug.js "A b" | grep -qx a-b'] }] },
    fixed: {
      orders: [
        {
          ...SLUG,
          acceptance_commands: ["node -e \"if (require('./src/slug.js')('A b') !== 'a-b') process.exit(1)\""],
        },
      ],
    },
  },
  E006: {
    meaning:
      "The language's own parser refuses what follows `python -c`, `node -e` or `bash -c`, or nothing follows it. After `sh -c`, only " +
      "a program that every shell refuses counts.",
    reason:
      "The command fails whatever the order makes, and every attempt with it. The usual cause is a compound statement after a " +
      "`;`, or quotes that end too soon.",
    broken: {
      orders: [
        { ...NOTES, acceptance_commands: ['python -c "import notes; for note in notes.all(): assert note.title"'] },
      ],
    },
    fixed: {
      orders: [
        { ...NOTES, acceptance_commands: ['python -c "import notes; assert all(note.title for note in notes.all())"'] },
      ],
    },
  },
  E007: {
    meaning: "The command cannot be split into words: a quote is not closed, or it ends in a lone backslash.",
    reason:
      "Commands are split as Python's `shlex.split` does it, and each word becomes an argument. It is unclear which words this command has.",
    broken: { orders: [{ allowed_files: ["README.md"], acceptance_commands: ["grep -q it's README.md"] }] },
    fixed: { orders: [{ allowed_files: ["README.md"], acceptance_commands: ['grep -q "it\'s" README.md'] }] },
  },
  E105: {
    meaning: "An acceptance command is `bash scripts/verify.sh` and nothing more.",
    reason:
      "The verify script runs before the acceptance commands of every order anyway. As an acceptance command it proves " +
      "nothing about what this order should make.",
    broken: { repo: ["scripts/verify.sh"], orders: [{ ...SLUG, acceptance_commands: ["bash scripts/verify.sh"] }] },
    fixed: {
      repo: ["scripts/verify.sh"],
      orders: [
        {
          ...SLUG,
          acceptance_commands: ["node -e \"if (require('./src/slug.js')('A b') !== 'a-b') process.exit(1)\""],
        },
      ],
    },
  },
  E201: {
    meaning:
      "The command is empty or its first word is, it holds a NUL character, or an argument is longer than any system starts " +
      "(131,071 characters). `run` and `run-all` refuse such an order too.",
    reason: "Nothing can be started, so no attempt could pass.",
    broken: { orders: [{ ...SLUG, acceptance_commands: [""] }] },
    fixed: { orders: [{ ...SLUG, acceptance_commands: ["node --test"] }] },
  },
  E205: {
    meaning:
      "A command names `$LLMCH_CHECKS/NAME`, and `checks` of its plan has no such file, or has it for hidden commands alone. Or an entry of `checks` " +
      "has no plain file name of its own, or no content.",
    reason: "A program that is not there fails whatever the order makes.",
    broken: { orders: [{ ...SLUG, acceptance_commands: ["node $LLMCH_CHECKS/slug.cjs"] }] },
    fixed: {
      plan: { checks: [{ name: "slug.cjs", content: SLUG_CHECK, hidden: false }] },
      orders: [{ ...SLUG, acceptance_commands: ["node $LLMCH_CHECKS/slug.cjs"] }],
    },
  },
  W101: {
    meaning:
      "`python -c` imports a module that is neither in the standard library nor among the files so far. In a repo with a " +
      "`pyproject.toml`, `setup.py` or `setup.cfg`, packages in `src/`, `lib/` and the like count as installed. `pytest`, `pydantic`, " +
      "`numpy` and `pip` are assumed to be installed, and relative imports are ignored. Or `node -e` imports a file by a relative path, and neither " +
      "the repo nor an order so far provides it.",
    reason:
      "Nothing is installed between orders. The import fails unless the machine happens to have the module, and then the plan " +
      "passes here and fails elsewhere.",
    broken: { orders: [{ ...NOTES, acceptance_commands: ['python -c "import note; assert note.count() == 0"'] }] },
    fixed: { orders: [{ ...NOTES, acceptance_commands: ['python -c "import notes; assert notes.count() == 0"'] }] },
  },
  W203: {
    meaning:
      "An unquoted word of the command has a meaning only for a shell: `a;b`, `2>&1`, `$(…)`, a backtick, `$HOME`, `X=1` " +
      "in front, a wildcard, `~`, `&`. Patterns and programs as arguments, such as grep's, are ignored.",
    reason:
      "Commands are started without a shell, so the text reaches the program unchanged: a file named `$HOME/out.txt`, a " +
      "test named `tests/*.js`. If that is what you mean, quote it.",
    broken: { orders: [{ ...SLUG, acceptance_commands: ["DEBUG=1 node src/slug.js $HOME/notes/*.txt 2>&1"] }] },
    fixed: {
      orders: [{ ...SLUG, acceptance_commands: ['bash -c "DEBUG=1 node src/slug.js $HOME/notes/*.txt 2>&1"'] }],
    },
  },
  W204: {
    meaning:
      "The command ends with 0 whatever the order made: `true`, `echo`, a program that prints constants, a `bash -c` whose end " +
      "hides every failure, such as `|| true`.",
    reason: "It accepts everything. It looks like a check, but checks nothing.",
    broken: { orders: [{ ...SLUG, acceptance_commands: ['bash -c "node src/slug.js || true"'] }] },
    fixed: { orders: [{ ...SLUG, acceptance_commands: ["node src/slug.js"] }] },
  },
  W205: {
    meaning:
      "The command runs a file or a test - by `python`, `bash`, `sh`, `node`, `pytest` or as `./tool` - that neither the repo nor an " +
      "order so far provides, and that is not an allowed file of this one. A folder exists if there is a file below it. Folders that " +
      "builds and installs fill, such as `dist/`, are not checked.",
    reason:
      "The command fails unless another one makes the file first. Usually the path is misspelt, or the order that provides the file comes later.",
    broken: { orders: [{ ...SLUG, acceptance_commands: ["node examples/slug-check.js"] }] },
    fixed: {
      orders: [
        {
          allowed_files: ["src/slug.js", "examples/slug-check.js"],
          acceptance_commands: ["node examples/slug-check.js"],
        },
      ],
    },
  },
  W224: {
    meaning:
      "The order writes a program, and each of its acceptance commands only prints, only looks at files (`grep`, `test -f`, `node --check`), or only runs " +
      "tests that the order itself writes. A run of a program that the order makes (`node src/cli.js add Milk`) counts as a print, unless a word such as `check` " +
      "says that its exit code is its answer. Orders that only write texts, data, settings or shell scripts may be accepted by a look at them, " +
      "and those that only write tests by these tests.",
    reason:
      "Such commands pass whatever the program does: a stub and an empty test are enough. The verification runs the order's own tests anyway. What " +
      "decides is a case that plausible wrong work fails, with its result taken from the spec.",
    broken: {
      orders: [
        {
          allowed_files: ["src/slug.js", "test/slug.test.js"],
          acceptance_commands: ["node --test test/slug.test.js", "node -p \"require('./src/slug.js')('A b')\""],
        },
      ],
    },
    fixed: {
      orders: [
        {
          allowed_files: ["src/slug.js", "test/slug.test.js"],
          acceptance_commands: ["node -e \"if (require('./src/slug.js')('A b') !== 'a-b') process.exit(1)\""],
        },
      ],
    },
  },
  W227: {
    meaning:
      "A command expects a message, and the order's intent or notes have one that differs in a few words. Names, numbers, paths and quoted values may " +
      "differ: a command tests other cases than the notes show.",
    reason: "The model writes the message that the order says, and the command refuses it, on every attempt.",
    broken: {
      orders: [
        {
          notes: "Where it is missing: note: there is no such tag here",
          acceptance_commands: [
            "node -e \"if (require('./src/part-1.js') !== 'note: there is not such tag here') throw 1\"",
          ],
        },
      ],
    },
    fixed: {
      orders: [
        {
          notes: "Where it is missing: note: there is no such tag here",
          acceptance_commands: [
            "node -e \"if (require('./src/part-1.js') !== 'note: there is no such tag here') throw 1\"",
          ],
        },
      ],
    },
  },
  W235: {
    meaning:
      "A program after `node -e` decides in a function that nothing waits for: after `.then`, in an async function that is only called, in a " +
      "callback of the repo's code; or one after `python -c` ends by `os._exit`.",
    reason:
      "A program must run to its end to pass. If the work never answers, such a part never runs, and nobody can tell: the program passes.",
    broken: { orders: [{ ...SLUG, acceptance_commands: [LATE] }] },
    fixed: { orders: [{ ...SLUG, acceptance_commands: [AWAITED] }] },
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
