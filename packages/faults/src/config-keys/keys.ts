/**
 * The keys in git's documentation (`git help --config`, up to git 2.52) that name a program, grouped by what their value is. `evil` stands
 * for a name that its author chooses, `SERVER` for the address of the repo's remote. `core.worktree` is left out: such a repo is refused.
 */
const PROGRAMS = `
  core.alternateRefsCommand core.askPass core.editor core.fsmonitor core.gitProxy core.pager core.sshCommand sequence.editor
  credential.helper credential.SERVER.helper diff.external diff.evil.command diff.evil.textconv difftool.evil.cmd difftool.evil.path
  mergetool.evil.cmd mergetool.evil.path merge.evil.driver filter.evil.clean filter.evil.smudge filter.evil.process
  alias.status alias.log alias.config alias.push alias.rev-parse alias.cat-file alias.worktree
  pager.status pager.log pager.config pager.branch pager.diff
  browser.evil.cmd browser.evil.path man.evil.cmd man.evil.path web.browser help.browser instaweb.browser instaweb.httpd guitool.evil.cmd
  gpg.program gpg.openpgp.program gpg.ssh.program gpg.x509.program gpg.ssh.defaultKeyCommand
  remote.origin.receivepack remote.origin.uploadpack remote.evil.receivepack remote.evil.uploadpack
  interactive.diffFilter uploadpack.packObjectsHook gc.recentObjectsHook trailer.evil.cmd trailer.evil.command trailer.llmch-order.cmd
  sendemail.toCmd sendemail.ccCmd sendemail.headerCmd sendemail.sendmailCmd sendemail.smtpServer imap.tunnel
  tar.evil.command submodule.evil.update hook.evil.command receive.procReceiveRefs add.interactive.useBuiltin
  lfs.customtransfer.evil.path lfs.standalonetransferagent
`;

/** The same for those that name a file or a folder. */
const PATHS = `
  core.attributesFile core.excludesFile core.hooksPath init.templateDir commit.template mailmap.file mailmap.blob blame.ignoreRevsFile
  diff.orderFile fsck.skipList fetch.fsck.skipList receive.fsck.skipList format.outputDirectory format.signatureFile
  gitcvs.logFile gitweb.owner gpg.ssh.allowedSignersFile gpg.ssh.revocationFile gui.spellingDictionary help.htmlPath
  http.cookieFile http.sslCert http.sslKey http.sslCAInfo http.sslCAPath http.proxySSLCert http.proxySSLKey http.proxySSLCAInfo
  http.SERVER.cookieFile http.SERVER.sslCAInfo http.SERVER.sslCert instaweb.modulePath fsmonitor.socketDir
  sendemail.aliasesFile sendemail.smtpSSLCertPath trace2.normalTarget trace2.perfTarget trace2.eventTarget
  user.signingKey core.notesRef scalar.repo maintenance.repo safe.directory
`;

/** The same for those that name a server, or lead a call to one. */
const ADDRESSES = `
  http.proxy http.SERVER.proxy remote.origin.proxy remote.evil.url remote.evil.pushurl remote.evil.proxy http.curloptResolve
  url.VALUE.insteadOf url.VALUE.pushInsteadOf submodule.evil.url bundle.evil.uri fetch.bundleURI imap.host sendemail.smtpServer
  gitweb.url remote.evil.serverOption
`;

/** Keys that turn others on. */
const SWITCHES: readonly (readonly [string, string])[] = [
  ...["remote.evil.promisor", "remote.origin.promisor", "core.untrackedCache", "commit.gpgSign", "tag.gpgSign"],
  ...["log.showSignature", "submodule.recurse", "maintenance.auto", "push.recurseSubmodules", "http.saveCookies"],
].map((name) => [name, "true"] as const);

export type ConfigKey = readonly [name: string, kind: "program" | "path" | "address" | "switch", value?: string];

const words = (text: string) => text.trim().split(/\s+/);

export const CONFIG_KEYS: readonly ConfigKey[] = [
  ...words(PROGRAMS).map((name): ConfigKey => [name, "program"]),
  ...words(PATHS).map((name): ConfigKey => [name, "path"]),
  ...words(ADDRESSES).map((name): ConfigKey => [name, "address"]),
  ...SWITCHES.map(([name, value]): ConfigKey => [name, "switch", value]),
  ["extensions.partialClone", "switch", "evil"],
  ["push.gpgSign", "switch", "if-asked"],
  ["gc.auto", "switch", "1"],
  ["hook.evil.event", "switch", "reference-transaction"],
  ["protocol.ext.allow", "switch", "always"],
  ["remote.origin.vcs", "switch", "canary"],
  ["remote.evil.vcs", "switch", "canary"],
  ["diff.tool", "switch", "evil"],
  ["merge.tool", "switch", "evil"],
];
