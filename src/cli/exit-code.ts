// What the exit code says, for scripts and CI. DESIGN 5.

/** Done, and every guard holds. */
export const EXIT_DONE = 0;
/** An answer, and it is negative: an invalid filter, data that could not all be read. */
export const EXIT_NEGATIVE = 1;
/** No answer could be reached: usage, credentials, no such source. */
export const EXIT_UNREACHABLE = 2;
/** Interrupted by SIGINT (Ctrl-C), SIGTERM or SIGHUP: what was known was printed, unless a second signal came. 128 + SIGINT. */
export const EXIT_INTERRUPTED = 130;
