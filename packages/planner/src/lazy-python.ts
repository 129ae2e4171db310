import type { PythonReader } from "./ports.ts";

/** A reader that loads the real one with the first program it is shown, and judges each different program once. */
export const lazyPython = (load: () => PythonReader): PythonReader => {
  const faults = new Map<string, string | null>();
  return {
    syntaxFault: (code) => {
      const known = faults.get(code);
      if (known !== undefined) return known;
      const fault = load().syntaxFault(code);
      faults.set(code, fault);
      return fault;
    },
    imports: (code) => load().imports(code),
  };
};
