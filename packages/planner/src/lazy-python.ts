import type { PythonReader } from "./ports.ts";

/** A reader that loads the real one with the first program it is shown, and judges each different program once. */
export const lazyPython = (load: () => PythonReader): PythonReader => {
  let loaded: PythonReader | undefined;
  const reader = () => {
    loaded ??= load();
    return loaded;
  };
  const faults = new Map<string, string | null>();
  return {
    syntaxFault: (code) => {
      const known = faults.get(code);
      if (known !== undefined) return known;
      const fault = reader().syntaxFault(code);
      faults.set(code, fault);
      return fault;
    },
    imports: (code) => reader().imports(code),
  };
};
