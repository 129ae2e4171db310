// Leaves a process in a separate session, prints its id, and ends well.
import { spawn } from "node:child_process";

const daemon = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
daemon.unref();
console.log(daemon.pid);
