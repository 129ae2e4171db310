import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A pull request of the forge. */
export interface Request {
  readonly url: string;
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly state: "OPEN" | "MERGED" | "CLOSED";
}

/** A `gh` over a forge that keeps its pull requests in a file. Ends llmch by force once it has made so many. */
export const fakeForge = (folder: string) => {
  const [bin, kept, deadly, log] = ["forge-bin", "forge.json", "forge-kills", "forge-calls"].map((name) =>
    join(folder, name),
  );
  const [state = "", kills = "", calls = ""] = [kept, deadly, log];
  mkdirSync(bin ?? "");
  writeFileSync(state, "[]");
  writeFileSync(calls, "");
  const program = join(bin ?? "", "gh");
  writeFileSync(
    program,
    `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require("node:fs");
const [, , ...argv] = process.argv;
const of = (flag) => argv[argv.indexOf(flag) + 1];
const all = JSON.parse(readFileSync(${JSON.stringify(state)}, "utf8"));
const keep = () => writeFileSync(${JSON.stringify(state)}, JSON.stringify(all));
const said = () => ({ base: of("--base"), title: of("--title"), body: readFileSync(of("--body-file"), "utf8") });
const what = argv.slice(0, 2).join(" ");
if (what !== "pr list") appendFileSync(${JSON.stringify(calls)}, [what, of("--head") ?? argv[2]].join(" ") + "\\n");
if (what === "pr list") {
  const found = all.filter(({ head }) => head === of("--head"));
  process.stdout.write(JSON.stringify(found.map(({ base, ...each }) => ({ ...each, baseRefName: base, isCrossRepository: false }))));
} else if (what === "pr create") {
  const url = "https://github.com/ada/shop/pull/" + (all.length + 1);
  all.push({ url, head: of("--head"), ...said(), state: "OPEN" });
  keep();
  if (existsSync(${JSON.stringify(kills)}) && Number(readFileSync(${JSON.stringify(kills)}, "utf8")) === all.length) process.kill(process.ppid, "SIGKILL");
  process.stdout.write(url + "\\n");
} else if (what === "pr edit") {
  Object.assign(all.find(({ url }) => url === argv[2]), said());
  keep();
} else process.exitCode = 1;
`,
  );
  chmodSync(program, 0o755);
  const requests = (): readonly Request[] => JSON.parse(readFileSync(state, "utf8"));
  return {
    requests,
    /** What was created and edited since this was asked last. */
    changes: (): readonly string[] => {
      const lines = readFileSync(calls, "utf8")
        .split("\n")
        .filter((line) => line !== "");
      writeFileSync(calls, "");
      return lines;
    },
    /** Somebody does something on the forge. */
    set: (number: number, changes: Partial<Request>): void =>
      writeFileSync(
        state,
        JSON.stringify(requests().map((each, at) => (at + 1 === number ? { ...each, ...changes } : each))),
      ),
    killAt: (count: number): void => writeFileSync(kills, String(count)),
    env: { PATH: `${bin}:${process.env.PATH}` },
  };
};
