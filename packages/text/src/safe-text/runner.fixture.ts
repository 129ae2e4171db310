/** The commands that GitHub's runner, Azure's agent and TeamCity's find in a step's output, by the rules in their sources. */
export const commandsIn = (log: string): readonly string[] =>
  log.split(/\r\n|[\r\n]/).flatMap((line) => [
    ...[...line.matchAll(/##\[([^\]]*)\]/g)].map(([, command = ""]) => command),
    ...[...line.matchAll(/##(?:vso|teamcity)\[/g)].map(([mark]) => mark),
    // White space in .NET but not in JavaScript.
    ...[
      ...line
        .replaceAll("\u0085", " ")
        .trimStart()
        .matchAll(/^::([^:].*?)::/g),
    ].map(([, command = ""]) => command),
  ]);
