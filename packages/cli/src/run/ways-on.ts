import { printable, type Standing, shellWord } from "@llmch/app/drawing";

/** What to do after orders that passed, as lines to paste: look, try, merge. Nothing if that branch is checked out. */
export const waysOn = ({ directory, head, branch, baseline }: Standing): readonly string[] => {
  if (head.branch === branch) return [];
  const git = directory === null ? "git" : `git -C ${shellWord(directory)}`;
  const work = shellWord(branch);
  const base = head.branch === null ? baseline.slice(0, 10) : shellWord(head.branch);
  // If the base has moved on, `..` would show its own changes in reverse.
  const range = `${base}${head.branch === null || head.commit === baseline ? ".." : "..."}${work}`;
  const merge = head.branch === null ? [] : [`${git} switch ${base} && ${git} merge ${work}`];
  return [
    "next:",
    ...[`${git} diff ${range}`, `${git} switch ${work}`, ...merge].map((line) => `  ${printable(line)}`),
  ];
};
