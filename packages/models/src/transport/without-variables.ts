/**
 * Makes something while the process has no such environment variables: SDKs read some that no option keeps them from. They are
 * there again at once, whatever happens.
 */
export const withoutVariables = <Made>(names: readonly string[], make: () => Made): Made => {
  const kept = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  for (const [name] of kept) delete process.env[name];
  try {
    return make();
  } finally {
    for (const [name, value] of kept) process.env[name] = value;
  }
};
