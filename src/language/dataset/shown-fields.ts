// The fields that a table of example lines shows unless the user chooses: what identifies an event, those of the filter, what describes it.
import catalog from './datasets.json' with { type: 'json' };
import type { Dataset } from './field.ts';

/**
 * Fields that identify an event or what caused it: the first that a dataset has is shown. Fields that describe an event, the most informative
 * first: where, what happened, how it ended, who. Our own choice.
 */
const { identifying_fields: IDENTIFYING, describing_fields: DESCRIBING } = catalog._meta;

/** Most describing fields: more do not fit into a line. */
const MOST_DESCRIBING = 6;

/** The fields to show of a line, without repetitions. */
export interface ShownFields {
  /** With these, a reader finds the event elsewhere: its identifier, if the dataset has one, and its time. */
  finding: string[];
  /** Fields that filters test. */
  tested: string[];
  /** The most informative first. */
  describing: string[];
}

/** Returns the fields to show of a line. @param tested fields that filters test; of any name */
export function shownFields({ fields, eventTime }: Dataset, tested: readonly string[]): ShownFields {
  const id = IDENTIFYING.find((name) => fields.has(name));
  const finding = id === undefined ? [eventTime.field] : [id, eventTime.field];
  const others = [...new Set(tested)].filter((name) => !finding.includes(name));
  const describing = DESCRIBING.filter((name) => fields.has(name)).slice(0, MOST_DESCRIBING);
  return {
    finding,
    tested: others,
    describing: describing.filter((name) => !finding.includes(name) && !others.includes(name)),
  };
}
