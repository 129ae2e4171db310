import { commands, IN_VERIFY_ENV } from "./command-kinds.ts";
import { type FixSetting, fixSettings } from "./fix-kinds.ts";
import { listOf, textOf } from "./kind.ts";
import { mapOf } from "./object-kinds.ts";
import { setting } from "./setting.ts";

const NOTHING_FIXED: readonly FixSetting[] = [];
const NO_VARIABLES: Readonly<Record<string, string>> = {};
const NO_NAMES: readonly string[] = [];

const variables = () =>
  mapOf(
    "an object of variables by name",
    textOf("letters, digits and underscores, the first no digit", /^[A-Za-z_]\w*$/),
    { ...textOf("a text on one line", /^\P{Cc}*$/u), schema: { type: "string" } },
  );

/** How to verify a repo if its tree does not show it. */
export const VERIFY_SETTINGS = {
  commands: setting(
    commands(IN_VERIFY_ENV),
    NO_NAMES,
    "The commands that verify the repo after every order, in place of `scripts/verify.sh` and of what its tree says; in a variable one a line.",
  ),
  light_commands: setting(
    commands(IN_VERIFY_ENV),
    NO_NAMES,
    "The commands that an order gets which cannot be verified yet (`verify_exempt`), in place of a syntax check; in a variable one a line.",
  ),
  fix: setting(
    fixSettings(),
    NOTHING_FIXED,
    "Formatters and linters that run on the files that an order writes, before the repo is verified, such as npx prettier --write; what they make of these files is committed.",
  ),
  env: setting(
    variables(),
    NO_VARIABLES,
    "Variables of the commands that verify the repo and accept an order, beside CI=true; an empty value takes one away.",
  ),
  languages: setting(
    listOf(
      textOf("the name of a language, such as python", /^[a-z][a-z0-9+#-]*$/),
      "a list of languages such as python, node",
    ),
    NO_NAMES,
    "The kinds of repo that this one is, in place of what its tree says: python, node, typescript, rust, go, java, swift, mix, c, shell, generic.",
  ),
} as const;
