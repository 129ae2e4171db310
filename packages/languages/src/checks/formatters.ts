/** A formatter or linter that fixes files, the signs that a repo uses it, and the command to run it. */
export interface Formatter {
  /** Files at the root that configure it, as a pattern of names. */
  readonly configured: RegExp;
  /** The member of package.json, or the table of pyproject.toml, that configures it. */
  readonly member?: string;
  readonly table?: string;
  /** The start of commands that run it, and its hooks in pre-commit's file. */
  readonly called: readonly string[];
  readonly hooks: readonly string[];
  readonly fix: readonly string[];
  readonly files: readonly string[];
  /** True for an npm package, which runs through the repo's package manager. */
  readonly isPackage: boolean;
}

const SCRIPTS = ["*.js", "*.cjs", "*.mjs", "*.jsx", "*.ts", "*.cts", "*.mts", "*.tsx"];
const PYTHON = ["*.py", "*.pyi"];
const NEVER = /(?!)/;

/** Linters come before formatters, so that formatters have the last word. */
export const FORMATTERS: readonly Formatter[] = [
  {
    configured: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.(?:[cm]?js|json|ya?ml))?)$/,
    member: "eslintConfig",
    ...{ called: ["eslint"], hooks: ["eslint"], fix: ["eslint", "--fix"], files: SCRIPTS, isPackage: true },
  },
  {
    configured: /^biome\.jsonc?$/,
    ...{ called: ["biome"], hooks: ["biome-check", "biome-format"], fix: ["biome", "check", "--write"] },
    ...{ files: [...SCRIPTS, "*.json", "*.css"], isPackage: true },
  },
  {
    configured: /^(?:\.prettierrc(?:\.(?:[cm]?[jt]s|json5?|ya?ml|toml))?|prettier\.config\.[cm]?[jt]s)$/,
    member: "prettier",
    ...{ called: ["prettier"], hooks: ["prettier"], fix: ["prettier", "--write", "--ignore-unknown"], files: [] },
    isPackage: true,
  },
  {
    configured: NEVER,
    table: "ruff.lint",
    ...{ called: ["ruff check"], hooks: ["ruff", "ruff-check"], fix: ["ruff", "check", "--fix"] },
    ...{ files: PYTHON, isPackage: false },
  },
  {
    configured: NEVER,
    table: "ruff.format",
    ...{ called: ["ruff format"], hooks: ["ruff-format"], fix: ["ruff", "format"], files: PYTHON, isPackage: false },
  },
  {
    configured: /^\.isort\.cfg$/,
    table: "isort",
    ...{ called: ["isort"], hooks: ["isort"], fix: ["isort"], files: PYTHON, isPackage: false },
  },
  {
    configured: NEVER,
    table: "black",
    ...{ called: ["black"], hooks: ["black", "black-jupyter"], fix: ["black"], files: PYTHON, isPackage: false },
  },
  {
    configured: /^go\.mod$/,
    ...{ called: ["gofmt"], hooks: ["go-fmt", "gofmt"], fix: ["gofmt", "-w"], files: ["*.go"], isPackage: false },
  },
  {
    configured: /^\.?rustfmt\.toml$/,
    ...{ called: ["cargo fmt", "rustfmt"], hooks: ["fmt", "cargo-fmt", "rust-fmt"], fix: ["rustfmt"] },
    ...{ files: ["*.rs"], isPackage: false },
  },
];
