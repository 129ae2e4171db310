/** The variables of commands that judge a tree. */
export interface VerifyEnv {
  variables(): Readonly<Record<string, string>>;
  /** Leaves `CI` out from now on; null if the settings say what it is. */
  readonly leaveOutCi: (() => void) | null;
}

/**
 * `CI=true`, with which test runners write no expectation that is missing, and what the settings say.
 * @param set the setting `verify.env`
 */
export const verifyEnv = (set: Readonly<Record<string, string>> = {}): VerifyEnv => {
  let variables: Readonly<Record<string, string>> = { CI: "true", ...set };
  const leaveOutCi = (): void => {
    variables = { ...variables, CI: "" };
  };
  return { variables: () => variables, leaveOutCi: "CI" in set ? null : leaveOutCi };
};
