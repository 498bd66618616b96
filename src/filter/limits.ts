// The platform's limits on filters, and ours on what is read at all. Numbers only; check-limits.ts applies them.

/** Most conditions a filter may have. The platform says "approximately". reference/logpush.md, section 5.3. */
export const MAX_FILTER_OPERATORS = 30;

/** Most UTF-8 bytes a filter may have as it stands in the job, before it is escaped. reference/logpush.md, section 5.3. */
export const MAX_FILTER_BYTES = 1000;

/** Share of a limit from which its use is remarked: the limits are approximate. */
export const LIMIT_WARNING_SHARE = 0.9;

/** Deepest nesting of `and` and `or`. Levels; ours, far beyond what fits into {@link MAX_FILTER_BYTES} sensibly. */
export const MAX_FILTER_DEPTH = 64;

/** Longest text that is read at all; a longer one is refused for its bytes alone. UTF-16 units; ours. */
export const MAX_FILTER_TEXT = 2_000_000;

/** Most problems reported one by one; the rest is only counted. Ours. */
export const MAX_REPORTED_PROBLEMS = 100;

/** Largest integer the platform is known to read: it decodes unsigned 64-bit integers. reference/logpush.md, section 5.4. */
export const MAX_PLATFORM_INTEGER = 2n ** 64n - 1n;
