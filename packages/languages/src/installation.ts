import { calledScript } from "./checks/distinct-checks.ts";
import { calledFile } from "./inline/program-name.ts";
import { placeIn, type Tree } from "./place.ts";
import type { VerifyCommand } from "./profile.ts";

/** What installs or generates in the folders of dependencies: the repo's own package among them. */
const INSTALLERS =
  /\b(?:pip3?|uv|pipenv|poetry|pdm|hatch|maturin|composer|bundle|npm|pnpm|yarn|bun)\b.*\s(?:install|sync|develop|ci|i|dump-?autoload)\b|\bsetup\.py\b.*\s(?:develop|install)\b|\bprisma generate\b/;

/** True for a command that installs, by its own words or by those of the script that it runs. */
export const isInstallation = ({ argv, folder }: VerifyCommand, tree: Tree): boolean => {
  const place = placeIn(tree, folder);
  const script = calledScript(argv, place)?.text ?? place.text(calledFile(argv));
  return INSTALLERS.test(`${argv.join(" ")}\n${script ?? ""}`);
};
