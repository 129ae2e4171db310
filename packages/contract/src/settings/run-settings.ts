import { oneOf, wholeNumber, yesOrNo } from "./kind.ts";
import { setting } from "./setting.ts";

/** The repo's author does not decide what its commands may reach. */
const USERS = { scope: "user" } as const;

/** How orders are carried out. A flag goes before its setting. */
export const RUN_SETTINGS = {
  jobs: setting(
    wholeNumber({ least: 1, most: 1_000 }),
    1,
    "How many orders of a `run-all` are carried out at once, as `--jobs` says; the commits are those of one after the other.",
  ),
  keep_going: setting(
    yesOrNo(),
    false,
    "Whether a `run-all` continues with the orders that do not depend on a failed one, as with `--keep-going`.",
  ),
  strict: setting(
    yesOrNo(),
    false,
    "Whether warnings of the check count as errors, and work that weakens tests or that none verified is refused, as with `--strict`.",
  ),
  sandbox: setting(
    oneOf("auto", "required", "off"),
    "auto",
    "Whether commands are isolated: if possible, always (as `--require-sandbox`: else the run is refused), or never (as `--no-sandbox`).",
    USERS,
  ),
  allow_network: setting(
    yesOrNo(),
    false,
    "Whether commands may use the network in the sandbox, as with `--allow-network`.",
    USERS,
  ),
  exclusive: setting(
    yesOrNo(),
    false,
    "Whether only one order's commands run at a time, because they need the same port or database; it matters only if commands share the machine's ports: without a sandbox, or with `--allow-network`.",
  ),
} as const;
