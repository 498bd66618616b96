// Lines that are no records, by the numbers of assembly/scan/no-records.ts.

/** Blank, or why it is malformed, in the words of src/record. */
export type NoRecord = (typeof NO_RECORDS)[number];

/** Names of the numbers. */
export const NO_RECORDS = ['blank', 'invalid-utf8', 'invalid-json', 'not-object'] as const;

/** How many lines of an object that are no records are left, the first ones, so that they can be shown; those behind them are counted. */
export interface DeferredNoRecords {
  blank: number;
  /** Of each reason. */
  malformed: number;
}

/** All are left. */
export const DEFER_ALL_NO_RECORDS: DeferredNoRecords = { blank: 2 ** 53, malformed: 2 ** 53 };
