// The default of each optional field of a request. The flags of the command line have the same defaults, from these constants. Imports
// nothing but base and Node's own code, since every command loads it.
import { availableParallelism } from 'node:os';
import type { Detail } from '../../analysis/replay/index.ts';
import { AUTO_UNWRAP } from '../../base/index.ts';
import type { InputShape } from '../../input/record/index.ts';
import type { LimitsName } from '../../language/custom-fields/index.ts';
import type { NullReading } from '../../language/filter/index.ts';

/** The form of objects is detected. */
export const DEFAULT_INPUT: InputShape = 'auto';
/** Envelopes around records are found, line by line. */
export const DEFAULT_UNWRAP = AUTO_UNWRAP;
/** JSON null is an unknown value. */
export const DEFAULT_NULL_READING: NullReading = 'unknown';
/** One thread for each processor. */
export const DEFAULT_THREADS: number = availableParallelism();
/** Lines shown by a replay for each job and verdict. */
export const DEFAULT_SAMPLES = 0;
/** Lines shown if the user asks for lines but not for a number. */
export const DEFAULT_SHOWN_SAMPLES = 5;
/** A replay counts conditions and fields. */
export const DEFAULT_DETAIL: Detail = 'full';
/** Lines that `explain` shows. */
export const DEFAULT_EXPLAINED_LINES = 5;
/** Limits of custom fields as documented until 2025-04. */
export const DEFAULT_LIMITS: LimitsName = 'classic';
/** Exchanges that a preview of custom fields shows one by one. */
export const DEFAULT_PREVIEW_ROWS = 5;
/** Seed of a sample: it draws the lines that `replay --samples` shows. */
export const DEFAULT_SEED = 0;
/** Number of seeds: they have 32 bits. */
export const SEEDS: number = 2 ** 32;
/** A sample draws each line with the same probability. */
export const DEFAULT_SPREAD = 'all';
/** Lines shown of those that a change of a job's filter newly keeps, and as many of those that it newly drops. */
export const DEFAULT_CHANGED_SAMPLES = 3;
