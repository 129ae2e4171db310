import { PYTHON_PATH_FILES, pythonOrigin, pythonOriginQuestion, setsPythonPath } from "@llmch/languages";
import { type Files, textAt } from "../job/files.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import type { Commands } from "../job/ports.ts";
import { verifyEnv } from "../job/verify-env.ts";

/**
 * Why a command tests somebody else's code, and not the repo's: a package as it is installed. Asks the interpreter itself. Null also if that
 * cannot be told, since the repo says where its tests import from, or a command before may install it.
 */
export const foreignCode = async (
  planned: readonly PlannedCommand[],
  {
    workspace,
    commands,
    job,
  }: { readonly job: Pick<OrderJob, "timeoutSeconds" | "verifyEnv"> } & {
    readonly workspace: Pick<Files, "presentFiles" | "inspect">;
    readonly commands: Commands;
  },
): Promise<string | null> => {
  const tests = planned.find(({ argv }) => pythonOriginQuestion(argv, [ANY]) !== null);
  if (tests === undefined || planned.slice(0, planned.indexOf(tests)).some(({ display }) => INSTALLS.test(display)))
    return null;
  const { argv, folder, display } = tests;
  const place = folder === null ? "" : `${folder}/`;
  const files = (await workspace.presentFiles()).filter((path) => path.startsWith(place));
  const own = files.map((path) => path.slice(place.length));
  const question = pythonOriginQuestion(argv, own);
  if (question === null) return null;
  for (const name of own.filter((path) => PYTHON_PATH_FILES.test(path)))
    if (setsPythonPath((await textAt(`${place}${name}`, workspace)) ?? "")) return null;
  const { timeoutSeconds } = job;
  const { stdoutTail } = await commands.run({
    argv: question,
    ...(folder === null ? {} : { folder }),
    timeoutSeconds,
    env: (job.verifyEnv ?? verifyEnv()).variables(),
    ...{ stdout: "baseline_origin_stdout.txt", stderr: "baseline_origin_stderr.txt" },
  });
  const found = pythonOrigin(stdoutTail);
  return found === null
    ? null
    : `\`${display}\` would test ${found.name} as it is installed (${found.place}), and not the repo's ${place}src/${found.name}`;
};

const ANY = "src/any/__init__.py";
const INSTALLS = /\b(?:install|sync|develop|build)\b/;

export const INSTALL_IN_PLACE =
  "install it in place with `pip install -e .`, or let verify.commands install it before they test; llmch itself puts src first, unless only an " +
  "installation makes its packages whole: compiled modules, or a file with the version";
