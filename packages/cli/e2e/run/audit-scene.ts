import { basename } from "node:path";
import { createScene, type Scene } from "../scene.ts";

/** A scene in which a run-all has carried out two orders on the branch `work`; the first took two attempts. */
export interface AuditedScene extends Scene {
  /** The ids of the run-all and of its orders' runs. */
  readonly schedule: string;
  readonly first: string;
  readonly second: string;
  /** `llmch audit` over the scene's artifacts. */
  audit(flags?: readonly string[]): ReturnType<Scene["llmch"]>;
}

export const auditedScene = async (): Promise<AuditedScene> => {
  const scene = createScene({ files: { "README.md": "# Target\n", ".gitattributes": "*.txt text\n" } });
  scene.order({
    allowed_files: ["greet.js", "notes.txt"],
    postconditions: [{ kind: "file_exists", path: "greet.js" }],
    acceptance_commands: ["grep -q right greet.js", "echo said"],
  });
  scene.order({ id: "WO-02", title: "Say more", allowed_files: ["more.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "wrong\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "right\n", "notes.txt": "one\r\ntwo\r\n" }),
    "WO-02/attempt-1": scene.answer({ "more.js": "more\n" }),
  });
  const run = await scene.runAll(["--branch", "work"]);
  if (run.code !== 0) throw new Error(run.stderr);
  const [schedule = ""] = scene.runs("run-all").map((path) => basename(path));
  const [first = "", second = ""] = scene.runs().map((path) => basename(path));
  const audit: AuditedScene["audit"] = (flags = []) =>
    scene.llmch(["audit", "--artifacts-dir", scene.artifacts, ...flags]);
  return { ...scene, schedule, first, second, audit };
};

/** The lines of an audit's result without its verdict, and the verdict's first word. */
export const faultsIn = (stdout: string): readonly string[] => {
  const lines = stdout.trimEnd().split("\n");
  return [...lines.slice(0, -1), (lines.at(-1) ?? "").split(" ")[0] ?? ""];
};
