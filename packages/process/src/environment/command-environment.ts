import { type Environment, secretsOf } from "@llmch/text";

/** Names that commands may see: who and where the user is, and where toolchains keep their files. */
const ALLOWED = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP TERM CI
   SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NIX_SSL_CERT_FILE
   HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy
   NODE_EXTRA_CA_CERTS NODE_PATH NPM_CONFIG_CACHE npm_config_cache NPM_CONFIG_PREFIX npm_config_prefix
   PNPM_HOME COREPACK_HOME VOLTA_HOME FNM_DIR FNM_MULTISHELL_PATH BUN_INSTALL DENO_DIR DENO_INSTALL
   PLAYWRIGHT_BROWSERS_PATH PUPPETEER_CACHE_DIR CYPRESS_CACHE_FOLDER
   VIRTUAL_ENV PYTHONPATH PYTHONHOME PYTHONUTF8 PYTHONIOENCODING PIP_CACHE_DIR PIPX_HOME
   CONDA_PREFIX CONDA_DEFAULT_ENV CONDA_EXE CONDA_PYTHON_EXE MAMBA_ROOT_PREFIX POETRY_HOME POETRY_CACHE_DIR
   UV_CACHE_DIR UV_PYTHON UV_PYTHON_INSTALL_DIR UV_TOOL_DIR UV_OFFLINE
   CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOPROXY GOFLAGS GOTOOLCHAIN
   JAVA_HOME JDK_HOME M2_HOME MAVEN_HOME GRADLE_HOME GRADLE_USER_HOME SDKMAN_DIR ANDROID_HOME ANDROID_SDK_ROOT
   DOTNET_ROOT DOTNET_CLI_HOME NUGET_PACKAGES GEM_HOME GEM_PATH BUNDLE_PATH RBENV_ROOT RBENV_VERSION
   MIX_HOME HEX_HOME REBAR_CACHE_DIR STACK_ROOT CABAL_DIR GHCUP_INSTALL_BASE_PREFIX COMPOSER_HOME PERL5LIB
   OPAMROOT OPAM_SWITCH_PREFIX CAML_LD_LIBRARY_PATH OCAMLPATH JULIA_DEPOT_PATH R_LIBS_USER
   SDKROOT DEVELOPER_DIR HOMEBREW_PREFIX HOMEBREW_CELLAR HOMEBREW_REPOSITORY NIX_PATH NIX_PROFILES
   CC CXX CPATH LIBRARY_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH PKG_CONFIG_PATH`.split(/\s+/),
);
const ALLOWED_FAMILY = /^(?:LC|XDG|PYENV|NVM|ASDF|MISE|RTX)_[A-Z0-9_]+$/;
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i;

/** In the folder for temporary files. */
export const PYTEST_CACHE = ".pytest_cache";
/** Added for every command: nothing that Python writes on the way counts as a change to the repo. Pytest puts the variable's value in. */
export const ADDED = { PYTHONDONTWRITEBYTECODE: "1", PYTEST_ADDOPTS: `-o cache_dir=$TMPDIR/${PYTEST_CACHE}` } as const;

/** True for a variable that commands see, so it must not hold a key. */
export const isSeenByCommands = (name: string): boolean =>
  !SECRET.test(name) && (ALLOWED.has(name) || ALLOWED_FAMILY.test(name));

/**
 * The environment of commands: an allow-list, so that it contains no key (contract §7). Leaves out any variable whose value
 * contains a secret one's, or an address with a password. The PATH keeps only its absolute entries.
 */
export const commandEnvironment = (env: Environment): Record<string, string> => {
  const secrets = secretsOf(env);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !isSeenByCommands(name)) continue;
    if (secrets.some((secret) => value.includes(secret)) || /:\/\/[^/\s]*@/.test(value)) continue;
    kept[name] = value;
  }
  return { ...kept, PATH: absoluteEntries(kept.PATH ?? "/usr/local/bin:/usr/bin:/bin"), ...ADDED };
};

const absoluteEntries = (path: string): string =>
  path
    .split(":")
    .filter((entry) => entry.startsWith("/"))
    .join(":");
