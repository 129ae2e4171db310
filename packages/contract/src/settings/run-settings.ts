import { yesOrNo } from "./kind.ts";
import { setting } from "./setting.ts";

/** How orders are carried out side by side. */
export const RUN_SETTINGS = {
  exclusive: setting(
    yesOrNo(),
    false,
    "Whether only one order's commands run at a time, because they need the same port or database; it matters only if commands share the machine's ports: without a sandbox, or with `--allow-network`.",
  ),
} as const;
