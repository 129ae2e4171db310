// Starts argv[2] processes, each in a separate session, then stays. argv[3] is on the command line of all of them.
import { spawn } from "node:child_process";

const [, , count = "100", mark = "mark"] = process.argv;
for (let made = 0; made < Number(count); made++) {
  spawn("sh", ["-c", "trap '' TERM; sleep 60; :", mark], { detached: true, stdio: "ignore" }).unref();
}
console.log("ready");
setInterval(() => {}, 1000);
