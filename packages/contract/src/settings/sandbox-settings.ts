import { orNone, wholeNumber } from "./kind.ts";
import { setting } from "./setting.ts";

const MEGABYTES = { least: 1, most: 10_000_000, unit: "MB" } as const;

/** The repo's author does not decide what its commands may use. */
const USERS = { scope: "user" } as const;

/** What commands may use of the machine. */
export const SANDBOX_SETTINGS = {
  temporary_mb: setting(
    orNone(wholeNumber(MEGABYTES)),
    null,
    "Most that commands may keep in `/tmp` of the sandbox, and as much in the home; in `/var/tmp`, `/run`, `/dev/shm` and each cache a quarter of it. None is a quarter of the machine's memory.",
    USERS,
  ),
  memory_mb: setting(
    orNone(wholeNumber(MEGABYTES)),
    null,
    "Most memory that a command and all that it starts may take, with what it keeps in temporary folders.",
    USERS,
  ),
  processes: setting(
    orNone(wholeNumber({ least: 10, most: 1_000_000 })),
    null,
    "How many processes and threads a command may have at once.",
    USERS,
  ),
} as const;
