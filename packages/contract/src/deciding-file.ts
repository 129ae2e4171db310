/** A pattern for paths that match one of the parts, which white space separates. */
const anyOf = (parts: string): RegExp => new RegExp(`(?:^|/)(?:${parts.trim().split(/\s+/).join("|")})$`);

const CI = anyOf(String.raw`
  \.(?:circleci|buildkite|semaphore|teamcity|woodpecker|ci|azure-pipelines|gitlab|tekton)/.*
  \.(?:github|gitea|forgejo)/(?:workflows|actions)/.*  action\.ya?ml  jenkinsfile[\w.-]*
  \.?(?:gitlab-ci|travis|drone|cirrus|woodpecker|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|buildspec)[\w.-]*\.ya?ml`);

const HOOK = anyOf(
  String.raw`\.(?:husky|githooks)/.*  \.pre-commit-config\.ya?ml  \.?lefthook\.ya?ml  \.?lintstagedrc[\w.]*`,
);

/** What names a repo's checks, or configures their runner. */
const VERIFIES = anyOf(String.raw`
  scripts/verify\.sh  llmch\.config\.json  (?:gnu)?makefile  \.?justfile  taskfile\.ya?ml  rakefile  \.rspec  phpunit[\w.]*\.xml(?:\.dist)?
  pyproject\.toml  setup\.cfg  tox\.ini  \.?pytest\.ini  noxfile\.py  (?:conftest|sitecustomize)\.py  package\.json  \.(?:mocha|nyc|c8)rc[\w.]*
  (?:vite|vitest|jest|karma|playwright|cypress|ava|babel)[\w.]*\.(?:config|conf|workspace)\.[cm]?[jt]s
  cargo\.toml  build\.rs  go\.(?:mod|work)  pom\.xml  (?:build|settings)\.gradle(?:\.kts)?  cmakelists\.txt  mix\.exs  package\.swift
  directory\.build\.(?:props|targets)  [\w.-]+\.(?:cs|fs|vb)proj`);

/** How a file decides how work is judged, in words; null if it does not. Spellings that some file systems treat alike count. */
export const decidingFile = (path: string): string | null => {
  const name = path.toLowerCase();
  if (CI.test(name)) return "a file of continuous integration";
  if (HOOK.test(name)) return "a git hook";
  return VERIFIES.test(name) ? "a file that decides what verifies the repo" : null;
};
