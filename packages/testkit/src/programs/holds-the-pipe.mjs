// Ends at once; its child keeps standard output open.
import { spawn } from "node:child_process";

const child = spawn("sleep", ["60"], { stdio: "inherit" });
child.unref();
console.log(child.pid);
process.exit(0);
