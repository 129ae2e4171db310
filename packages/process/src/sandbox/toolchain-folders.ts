/**
 * Where toolchains are installed below a home, one or more folders per line: programs, compilers, interpreters and what they
 * load, but never settings, which may contain credentials.
 */
export const TOOLCHAIN_FOLDERS: readonly string[] = `
  .local/bin .local/lib
  .pyenv .local/share/uv .local/pipx .local/share/pipx .rye .pixi .poetry .local/share/pypoetry .cache/pypoetry/virtualenvs
  .virtualenvs .local/share/virtualenvs .conda miniconda3 anaconda3 miniforge3 mambaforge micromamba
  .nvm .fnm .local/share/fnm .volta .nodenv .npm-global .local/share/pnpm .cache/node/corepack .yarn .bun .deno .cache/deno
  .cache/ms-playwright .cache/puppeteer .cache/Cypress
  .cargo .rustup .elan
  go .goenv
  .rbenv .rvm .gem .local/share/gem
  .sdkman .jenv .jabba .m2/repository .m2/wrapper .ivy2/cache .cache/coursier .local/share/coursier
  .dotnet .nuget/packages
  .asdf .local/share/asdf .local/share/mise .local/share/rtx .proto
  .ghcup .cabal .stack .opam .juliaup .julia
  .mix .kerl .swiftly .phpenv .composer/vendor .config/composer/vendor perl5
  .linuxbrew .nix-profile .local/state/nix
`
  .trim()
  .split(/\s+/);
