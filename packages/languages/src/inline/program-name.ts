/** The program that a command names, without its folder: `python3` for `/usr/bin/python3`. */
export const programName = (word = ""): string => word.slice(word.lastIndexOf("/") + 1);
