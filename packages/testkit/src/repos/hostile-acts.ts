import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What an act attacks: a repo's folder, and the script that it makes git run. */
export interface Target {
  readonly repo: string;
  readonly script: string;
  /** A folder outside the repo for the act's own files. */
  readonly folder: string;
  /** The files that get attributes. */
  readonly pattern: string;
}

/** One way in which a repo's own configuration, hooks or attributes make git run a program (reliability, G1). */
export interface HostileAct {
  readonly name: string;
  turn(target: Target): void;
}

type Setting = readonly [name: string, value: string];

/** Sets keys in the repo's own configuration. */
const sets = (name: string, settings: (target: Target) => readonly Setting[]): HostileAct => ({
  name,
  turn: (target) => configure(join(target.repo, ".git/config"), settings(target)),
});

/** Sets one key to the script. */
const runs = (name: string): HostileAct => sets(name, ({ script }) => [[name, script]]);

/** Sets keys, and an attribute that activates them. */
const onFiles = (
  name: string,
  attribute: string,
  settings: (target: Target) => readonly Setting[],
  pattern?: string,
): HostileAct => ({
  name,
  turn: (target) => {
    configure(join(target.repo, ".git/config"), settings(target));
    put(join(target.repo, ".git/info/attributes"), `${pattern ?? target.pattern} ${attribute}\n`);
  },
});

/** Every act; each works alone. */
export const HOSTILE_ACTS: readonly HostileAct[] = [
  { name: "hooks", turn: ({ repo, script }) => putHooks(join(repo, ".git/hooks"), script) },
  {
    name: "core.hooksPath",
    turn: ({ repo, script, folder }) => {
      putHooks(join(folder, "hooks"), script);
      configure(join(repo, ".git/config"), [["core.hooksPath", join(folder, "hooks")]]);
    },
  },
  ...[
    "core.fsmonitor",
    "core.editor",
    "core.pager",
    "core.askPass",
    "core.alternateRefsCommand",
    "core.sshCommand",
    "core.gitProxy",
  ].map(runs),
  ...["sequence.editor", "diff.external", "interactive.diffFilter", "uploadpack.packObjectsHook"].map(runs),
  sets("pager.*", ({ script }) =>
    ["log", "status", "diff", "config", "branch"].map((name) => [`pager.${name}`, script]),
  ),
  sets("alias.*", ({ script }) =>
    ["status", "add", "commit", "worktree", "rev-parse", "update-ref"].map((name) => [`alias.${name}`, `!${script}`]),
  ),
  sets("credential.helper", ({ script }) => [
    ["credential.helper", `!${script}`],
    ["credential.https://example.com.helper", `!${script}`],
  ]),
  sets("gpg.program", ({ script }) => [
    ["gpg.program", script],
    ["gpg.ssh.program", script],
    ["commit.gpgSign", "true"],
    ["tag.gpgSign", "true"],
    ["push.gpgSign", "if-asked"],
    ["log.showSignature", "true"],
    ["merge.verifySignatures", "true"],
  ]),
  onFiles("diff.*.textconv", "diff=shown", ({ script }) => [["diff.shown.textconv", script]]),
  onFiles("diff.*.command", "diff=evil", ({ script }) => [
    ["diff.evil.textconv", script],
    ["diff.evil.command", script],
  ]),
  onFiles("merge.*.driver", "merge=evil", ({ script }) => [["merge.evil.driver", script]]),
  onFiles("filter.*.clean", "filter=evil", ({ script }) => [
    ["filter.evil.clean", script],
    ["filter.evil.smudge", script],
    ["filter.evil.required", "true"],
  ]),
  onFiles(
    "filter.*.process",
    "filter=a=b",
    ({ script }) => [
      ["filter.a=b.process", script],
      ["filter.a=b.required", "true"],
    ],
    "*.md",
  ),
  {
    name: "core.attributesFile",
    turn: ({ repo, script, folder, pattern }) => {
      put(join(folder, "attributes"), `${pattern} filter=far diff=far\n`);
      configure(join(repo, ".git/config"), [
        ["core.attributesFile", join(folder, "attributes")],
        ["filter.far.clean", script],
        ["filter.far.smudge", script],
        ["diff.far.textconv", script],
      ]);
    },
  },
  sets("trailer.*.command", ({ script }) => [
    ["trailer.evil.command", script],
    ["trailer.llmch-order.cmd", script],
    ["trailer.llmch-order.ifexists", "replace"],
  ]),
  sets("init.templateDir", ({ script, folder }) => {
    putHooks(join(folder, "template/hooks"), script);
    return [["init.templateDir", join(folder, "template")]];
  }),
  sets("include.path", ({ script, folder }) => {
    configure(join(folder, "included"), [["core.fsmonitor", script]]);
    return [["include.path", join(folder, "included")]];
  }),
  sets("includeIf", ({ script, folder }) => {
    configure(join(folder, "included-if"), [["core.fsmonitor", script]]);
    return [["includeIf.gitdir:/**.path", join(folder, "included-if")]];
  }),
  sets("config.worktree", ({ repo, script }) => {
    configure(join(repo, ".git/config.worktree"), [["core.fsmonitor", script]]);
    return [["extensions.worktreeConfig", "true"]];
  }),
  sets("submodule and maintenance", ({ script }) => [
    ["protocol.ext.allow", "always"],
    ["submodule.recurse", "true"],
    ["submodule.evil.update", `!${script}`],
    ["gc.auto", "1"],
    ["gc.recentObjectsHook", script],
    ["maintenance.auto", "true"],
  ]),
];

/** Acts that attack when a branch is pushed: each turns the remote `origin`, which the repo must have, against its user. */
export const HOSTILE_REMOTES: readonly HostileAct[] = [
  sets("core.sshCommand at a push", ({ script }) => [
    ["core.sshCommand", script],
    ["remote.origin.url", "ssh://localhost:1/x"],
  ]),
  sets("core.gitProxy at a push", ({ script }) => [
    ["core.gitProxy", script],
    ["remote.origin.url", "git://localhost:1/x"],
  ]),
  sets("remote.*.receivepack", ({ script }) => [["remote.origin.receivepack", script]]),
  sets("remote.*.uploadpack", ({ script }) => [["remote.origin.uploadpack", script]]),
  sets("url.*.insteadOf ext::", ({ script }) => [
    ["protocol.ext.allow", "always"],
    [`url.ext::${script} .insteadOf`, "nowhere:"],
    [`url.ext::${script} .pushInsteadOf`, "/"],
  ]),
  sets("remote.*.vcs", () => [["remote.origin.vcs", "canary"]]),
];

const HOOKS = [
  ...["applypatch-msg", "pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-commit"],
  ...["post-checkout", "post-merge", "pre-push", "reference-transaction", "post-index-change", "pre-auto-gc", "update"],
  ...["pre-rebase", "post-rewrite", "push-to-checkout", "fsmonitor-watchman", "sendemail-validate"],
];

const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, text);
};

const putHooks = (folder: string, script: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of HOOKS) {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${script} ${name}\n`);
    chmodSync(join(folder, name), 0o755);
  }
};

const configure = (file: string, settings: readonly Setting[]): void => put(file, settings.map(configLine).join(""));

const configLine = ([name, value]: Setting): string => {
  const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
  const section = first === last ? name.slice(0, first) : `${name.slice(0, first)} "${name.slice(first + 1, last)}"`;
  return `[${section}]\n\t${name.slice(last + 1)} = ${JSON.stringify(value)}\n`;
};
