/** The commands that GitHub's runner, Azure's agent and TeamCity's find in what a step prints, by the rules of their sources. */
export const commandsIn = (log: string): readonly string[] =>
  log.split(/\r\n|[\r\n]/).flatMap((line) => [
    ...[...line.matchAll(/##\[([^\]]*)\]/g)].map(([, command = ""]) => command),
    ...[...line.matchAll(/##(?:vso|teamcity)\[/g)].map(([mark]) => mark),
    // What .NET takes for white space, and JavaScript does not.
    ...[
      ...line
        .replaceAll("\u0085", " ")
        .trimStart()
        .matchAll(/^::([^:].*?)::/g),
    ].map(([, command = ""]) => command),
  ]);
