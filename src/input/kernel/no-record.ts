// Kinds of lines that are not records, and how many of them the kernel defers instead of counting.
import { BLANK, INVALID_JSON, INVALID_UTF8, NOT_OBJECT } from './abi.ts';

/** Blank, or the reason why the line is malformed, as src/input/record names it. */
export type NoRecord = 'blank' | 'invalid-utf8' | 'invalid-json' | 'not-object';

/** The kernel's number of each kind. */
export const NO_RECORD_KINDS: Readonly<Record<NoRecord, number>> = {
  blank: BLANK,
  'invalid-utf8': INVALID_UTF8,
  'invalid-json': INVALID_JSON,
  'not-object': NOT_OBJECT,
};

/** Every kind. */
export const NO_RECORDS = Object.keys(NO_RECORD_KINDS) as readonly NoRecord[];

/** How many lines of an object that are not records the kernel defers, the first ones, so that the caller can show them; it counts the rest. */
export interface DeferredNoRecords {
  blank: number;
  /** Of each reason. */
  malformed: number;
}

/** Defers all of them. */
export const DEFER_ALL_NO_RECORDS: DeferredNoRecords = { blank: 2 ** 53, malformed: 2 ** 53 };
