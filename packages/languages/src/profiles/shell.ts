import { shellProgram } from "../inline/shell-program.ts";
import type { ProjectFolder } from "../place.ts";
import { command, profile } from "../profile.ts";

const FOLDERS = ["test", "tests"];
const batsFolder = (place: ProjectFolder): string | undefined =>
  FOLDERS.find((folder) =>
    place.files.some((path) => path.startsWith(`${folder}/`) && /^[^/]+\.bats$/.test(path.slice(folder.length + 1))),
  );
const isScript = (path: string): boolean => /\.(?:sh|bash)$/.test(path);

export const shell = profile({
  name: "shell",
  recognise: (place) => {
    if (batsFolder(place) !== undefined) return { by: "files", reason: "tests for bats" };
    return place.files.some(isScript) ? { by: "files", reason: "shell scripts" } : null;
  },
  verify: (place) => {
    const folder = batsFolder(place);
    return folder === undefined ? [] : [command(place, "bats", folder)];
  },
  lightOf: (place, path) => (isScript(path) ? command(place, "bash", "-n", path) : null),
  inline: [
    { syntax: "bash", called: "bash", find: shellProgram("bash"), strayImport: null },
    { syntax: "sh", called: "sh", find: shellProgram("sh"), strayImport: null },
  ],
  isTest: (path) => /\.bats$|(?:^|\/)tests?\/.*\.sh$/.test(path) && !/helper|fixture|support|setup|common/i.test(path),
  ecosystem: (place) =>
    batsFolder(place) === undefined ? "" : `Shell scripts with tests for bats, run by \`bats ${batsFolder(place)}\`.`,
  hints: () => ({
    bash: "install bash: `apt install bash`",
    bats: "install bats: https://bats-core.readthedocs.io or `apt install bats`",
  }),
});
