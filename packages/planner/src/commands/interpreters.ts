export const PYTHON = /^python(?:3(?:\.[0-9]+)?)?$/;
export const SHELL = /^(?:ba|da|z|k)?sh$/;
