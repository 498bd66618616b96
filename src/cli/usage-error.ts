// Errors of a command line that commander reports, with its hint at the help.

/** A command line that is wrong. Its message is printed with a reference to the help of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
