// The name of standard input where an option names a file. Only one option may use it.
export const STANDARD_INPUT = '-';
