/** A pattern for paths that match one of the parts, which white space separates. */
const anyOf = (parts: string): RegExp => new RegExp(`(?:^|/)(?:${parts.trim().split(/\s+/).join("|")})$`);

/** The files that decide how work is judged, by how they do it. */
const KINDS = [
  [
    "ci",
    anyOf(String.raw`
    \.(?:circleci|buildkite|semaphore|teamcity|woodpecker|ci|azure-pipelines|gitlab|tekton)/.*
    \.(?:github|gitea|forgejo)/(?:workflows|actions)/.*  action\.ya?ml  jenkinsfile[\w.-]*
    \.?(?:gitlab-ci|travis|drone|cirrus|woodpecker|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|buildspec)[\w.-]*\.ya?ml`),
  ],
  [
    "hook",
    anyOf(String.raw`\.(?:husky|githooks)/.*  \.pre-commit-config\.ya?ml  \.?lefthook\.ya?ml  \.?lintstagedrc[\w.]*`),
  ],
  /** Tells a runner which tests to run, and how: also a new one can keep them from running. */
  [
    "runner",
    anyOf(String.raw`
    scripts/verify\.sh  (?:conftest|(?:site|user)customize|noxfile)\.py  \.?pytest\.(?:ini|toml)  tox\.ini  \.(?:mocha|nyc|c8|tap)rc[\w.]*
    (?:vite|vitest|jest|karma|playwright|cypress|ava|wdio)[\w.-]*\.(?:config|conf|workspace|setup)[\w.-]*\.(?:[cm]?[jt]s|json)
    cypress\.json  \.rspec  bunfig\.toml  phpunit[\w.]*\.xml(?:\.dist)?  nextest\.toml
    \.cargo/config(?:\.toml)?  \.mvn/(?:maven\.config|jvm\.config|extensions\.xml)  \.npmrc  \.yarnrc[\w.]*  \.pnpmfile\.c?js  gnumakefile`),
  ],
  /** Names the commands, as a whole. */
  [
    "commands",
    anyOf(String.raw`
    makefile  \.?justfile  taskfile\.ya?ml  rakefile  pnpm-workspace\.yaml  (?:lerna|nx|turbo)\.json  gradlew  mvnw  gradle\.properties  llmch\.config\.json`),
  ],
  /** Has parts that are about tests. */
  [
    "manifest",
    anyOf(String.raw`
    (?:package|composer)\.json  deno\.jsonc?  pyproject\.toml  setup\.cfg  pipfile  cargo\.toml  pom\.xml  (?:build|settings)\.gradle(?:\.kts)?
    cmakelists\.txt  mix\.exs  meson\.build  \.bazelrc  package\.swift  directory\.build\.(?:props|targets)  [\w.-]+\.(?:cs|fs|vb)proj`),
  ],
  /** Decides what is built, and so what the tests run. */
  ["build", anyOf(String.raw`build\.rs  go\.(?:mod|work)  babel[\w.-]*\.(?:config|conf)\.[cm]?[jt]s`)],
] as const;

export type DecidingKind = (typeof KINDS)[number][0];

/** How a file decides how work is judged; null if it does not. Spellings that some file systems treat alike count. */
export const decidingKind = (path: string): DecidingKind | null => {
  const name = path.toLowerCase();
  return KINDS.find(([, files]) => files.test(name))?.[0] ?? null;
};

/** The same in words. */
export const decidingFile = (path: string): string | null => {
  const kind = decidingKind(path);
  if (kind === "ci") return "a file of continuous integration";
  if (kind === "hook") return "a git hook";
  return kind === null ? null : "a file that decides what verifies the repo";
};
