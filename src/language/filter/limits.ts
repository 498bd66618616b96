// The platform's limits on filters, and our limits on input. Numbers only; check-limits.ts applies them.

/** Maximum number of conditions in a filter. The platform documents it as approximate. `docs/platform.md`, "Filters". */
export const MAX_FILTER_OPERATORS = 30;

/** Maximum size of a filter in a job, before escaping. UTF-8 bytes. `docs/platform.md`, "Filters". */
export const MAX_FILTER_BYTES = 1000;

/** Share of a limit from which a filter gets a warning: the limits are approximate. */
export const LIMIT_WARNING_SHARE = 0.9;

/** Maximum nesting of `and` and `or`. Levels; our own limit, far above what a useful filter within {@link MAX_FILTER_BYTES} needs. */
export const MAX_FILTER_DEPTH = 64;

/** Maximum nesting of a combination of filters, see selection.ts: room for a filter of {@link MAX_FILTER_DEPTH} in a few groups. Levels; ours. */
export const MAX_COMBINED_DEPTH = MAX_FILTER_DEPTH + 8;

/** Maximum length of a filter text; a longer one is rejected without parsing. UTF-16 units; our own limit. */
export const MAX_FILTER_TEXT = 2_000_000;

/** Maximum number of problems reported individually; the rest are only counted. Our own limit. */
export const MAX_REPORTED_PROBLEMS = 100;

/** Largest integer that the platform is known to accept: it decodes unsigned 64-bit integers. `docs/platform.md`, "Filters". */
export const MAX_PLATFORM_INTEGER = 2n ** 64n - 1n;
