/** The files of a bare repo inside a folder of another one. Its configuration runs a script. */
export const bareRepo = (folder: string, script: string): Readonly<Record<string, string>> => ({
  [`${folder}/HEAD`]: "ref: refs/heads/main\n",
  [`${folder}/config`]: [
    ...["[core]", "\trepositoryformatversion = 0", "\tbare = false", "\tworktree = .", `\tfsmonitor = ${script}`],
    ...[`\tpager = ${script}`, `\teditor = ${script}`, `[diff]`, `\texternal = ${script}`, ""],
  ].join("\n"),
  [`${folder}/objects/keep`]: "",
  [`${folder}/refs/keep`]: "",
});
