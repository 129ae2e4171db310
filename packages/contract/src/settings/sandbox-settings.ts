import { orNone, wholeNumber } from "./kind.ts";
import { setting } from "./setting.ts";

const MEGABYTES = { least: 1, most: 10_000_000, unit: "MB" } as const;

/** What commands may take of the machine. */
export const SANDBOX_SETTINGS = {
  temporary_mb: setting(
    orNone(wholeNumber(MEGABYTES)),
    null,
    "Most that commands may keep in `/tmp` of the sandbox, and as much in the home; in `/var/tmp`, `/run`, `/dev/shm` and each cache a quarter of it. None is a quarter of the machine's memory.",
  ),
} as const;
