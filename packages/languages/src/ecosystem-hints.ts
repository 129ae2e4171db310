import { placeIn, type Tree } from "./place.ts";
import { kindsOf, type Project } from "./projects.ts";
import {
  chosenProjects,
  commandInWords,
  NO_CHOICES,
  VERIFY_SCRIPT,
  type VerifyChoices,
  verificationOf,
} from "./verification.ts";

/**
 * What the planner's prompt says about a repo's kinds and its verification; empty if nothing is known. The same tree and choices give the
 * same bytes. Folder names are the only text from the repo.
 */
export const ecosystemHints = (tree: Tree, choices: VerifyChoices = NO_CHOICES): string => {
  const projects = chosenProjects(tree, choices);
  const root = placeIn(tree, null);
  // A repo's kind may be known even if its verification is not.
  const told = projects.length > 0 ? projects : [{ place: root, kinds: kindsOf(root, choices.profiles) }];
  const kinds = told.flatMap(({ place, kinds }) =>
    kinds.map(({ profile }) => {
      const said = profile.ecosystem(place);
      return said === "" || place.folder === null ? said : `In ${place.folder}/: ${said}`;
    }),
  );
  const verified = verifiedBy(tree, choices);
  const lines = [...new Set(kinds.filter((line) => line !== "")), enteredBy(told), verified];
  return lines.filter((line) => line !== "").join("\n");
};

/** An order's commands start in the root, and their PATH lacks the programs installed in a folder. */
const enteredBy = (projects: readonly Project[]): string => {
  const folders = projects.flatMap(({ place }) => place.folder ?? []);
  const installed = projects.flatMap(({ place }) => [
    ...(place.isPresent(".venv/bin/python") ? [".venv/bin/python"] : []),
    ...(place.has("package.json") ? ["node_modules/.bin/tool"] : []),
  ]);
  const example = installed.length === 0 ? "" : `, such as ${[...new Set(installed)].join(" or ")}`;
  return folders.length === 0
    ? ""
    : `Acceptance commands start in the root, with nothing of ${folders.map((folder) => `${folder}/`).join(", ")} on the PATH: enter such a folder by \`bash -c "cd FOLDER && ..."\`, and call what is installed there by its path${example}.`;
};

const verifiedBy = (tree: Tree, choices: VerifyChoices): string => {
  if (tree.files.includes(VERIFY_SCRIPT) && choices.commands.length === 0) return "";
  const { commands } = verificationOf(tree, { ...choices, planned: null });
  if (commands.length === 0) return "";
  const said = commands.map((each) => `\`${commandInWords(each)}\``).join(", then ");
  return `After every order the repository is verified by ${said}. It needs no ${VERIFY_SCRIPT}: write none.`;
};
