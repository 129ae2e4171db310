import { LIMIT_WAIT } from "../limit-wait.ts";
import { orNone, textOf } from "./kind.ts";
import { setting } from "./setting.ts";

/** How long a run waits for the end of a usage limit. */
export const WAIT_SETTING = setting(
  orNone(textOf("a duration such as 5h or 90m, or a time such as 15:00 or 2026-12-01T15:00:00Z", LIMIT_WAIT)),
  null,
  "How long a run may wait, once, for the end of a usage limit that a model tells: so long after it met the limit, or until then.",
  { flag: "--wait-for-limit <duration|time>", isRare: true, scope: "user" },
);
