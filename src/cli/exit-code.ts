// Defines the exit codes, and stores the exit code of this run.

/** Success. */
export const EXIT_DONE = 0;
/** A negative answer: an invalid filter, a failed validation, damaged data. */
export const EXIT_NEGATIVE = 1;
/** No answer: a usage error, missing credentials, a source that does not exist. */
export const EXIT_UNREACHABLE = 2;
/** Changes are pending: only with --detailed-exitcode. */
export const EXIT_PENDING = 3;
/** Interrupted by SIGINT (Ctrl-C), SIGTERM or SIGHUP; prints the result so far unless a second signal comes. 128 + SIGINT. */
export const EXIT_INTERRUPTED = 130;

let exitCode: number = EXIT_DONE;

/** Sets the exit code of the run. */
export function setExitCode(code: number): void {
  exitCode = code;
}

/** Returns the exit code as far as it is known: a run may end early, when the reader of standard output closes it. */
export function exitCodeSoFar(): number {
  return exitCode;
}
