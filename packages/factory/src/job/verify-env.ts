import type { BaselineVerification } from "@llmch/contract";

/** The variables of commands that judge a tree. */
export interface VerifyEnv {
  variables(): Readonly<Record<string, string>>;
  /** Those of llmch's that they do not get. */
  leftOut(): readonly string[];
  /** Leaves some of llmch's out from now on, but for those that the settings decide. */
  leaveOut(names: readonly string[]): void;
  /** The same without some of llmch's; null if the settings decide all of them. */
  without(names: readonly string[]): VerifyEnv | null;
}

/**
 * `CI=true`, with which test runners write no expectation that is missing, and what the settings say.
 * @param set the setting `verify.env`
 */
export const verifyEnv = (set: Readonly<Record<string, string>> = {}, without: readonly string[] = []): VerifyEnv => {
  let leftOut = without;
  const further = (names: readonly string[]) => names.filter((name) => !(name in set) && !leftOut.includes(name));
  return {
    variables: () => ({ CI: "true", ...Object.fromEntries(leftOut.map((name) => [name, ""])), ...set }),
    leftOut: () => leftOut,
    leaveOut: (names) => {
      leftOut = [...leftOut, ...further(names)];
    },
    without: (names) => {
      const more = further(names);
      return more.length === 0 ? null : verifyEnv(set, [...leftOut, ...more]);
    },
  };
};

type LeftOut = Pick<BaselineVerification, "without_ci" | "left_out">;

/** The variables as a document says that they were left out. */
export const leftOutMembers = (names: readonly string[]): LeftOut => {
  const others = names.filter((name) => name !== "CI");
  return {
    ...(names.includes("CI") ? { without_ci: true } : {}),
    ...(others.length > 0 ? { left_out: others } : {}),
  };
};

export const leftOutIn = ({ without_ci, left_out = [] }: LeftOut): readonly string[] =>
  without_ci === true ? ["CI", ...left_out] : left_out;
