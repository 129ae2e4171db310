import type { LanguageProfile } from "./profile.ts";
import { c } from "./profiles/c.ts";
import { generic } from "./profiles/generic.ts";
import { go } from "./profiles/go.ts";
import { java } from "./profiles/java.ts";
import { mix } from "./profiles/mix.ts";
import { node } from "./profiles/node.ts";
import { python } from "./profiles/python.ts";
import { rust } from "./profiles/rust.ts";
import { shell } from "./profiles/shell.ts";
import { swift } from "./profiles/swift.ts";
import { typescript } from "./profiles/typescript.ts";

/** Every known kind of repo, in the order in which their commands run. */
export const PROFILES: readonly LanguageProfile[] = [
  python,
  node,
  typescript,
  rust,
  go,
  java,
  swift,
  mix,
  c,
  shell,
  generic,
];

export const profileNamed = (name: string): LanguageProfile | undefined => PROFILES.find((each) => each.name === name);
