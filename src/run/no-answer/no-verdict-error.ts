// The error where no filter decides a single line that was read: the figures then say nothing of the filters. One place decides it
// and words it for all commands.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import type { OtherDatasets } from '../../dataset/index.ts';
import type { ConditionFigures } from '../../replay/index.ts';

/** Counts of what leaves lines undecided, as far as they were counted. */
type UndecidedCounts = Partial<Pick<ConditionFigures, 'missingFields' | 'nullFields' | 'mismatches'>>;

/** Code of the error. */
const NO_VERDICT = 'no-verdict';

/** Causes named. */
const CAUSES_NAMED = 5;

/** What the filters of a run did. */
interface VerdictsSeen {
  /** Lines that are records. */
  read: number;
  /** Of each filter, lines that it leaves undecided. */
  undecided: readonly number[];
  /** Why, as clauses: `BotScore is missing in 20 lines`; empty where nothing is known of it. */
  causes: readonly string[];
  /** Fields that the filters ask for, told where no cause is known. */
  fields: readonly string[];
  /** Dataset that the lines were read as. */
  dataset: string;
  /** Datasets that the lines look like instead. */
  other: OtherDatasets | undefined;
}

/**
 * Makes the error where all filters leave all lines undecided.
 * @param verb what could not be done: `replay`
 * @returns HeadgateError `no-verdict`; undefined where no line was read, there is no filter, or one decides a line
 */
export function noVerdictError(verb: string, seen: VerdictsSeen): HeadgateError | undefined {
  const { read, undecided, causes, fields, dataset, other } = seen;
  if (read === 0 || undecided.length === 0 || undecided.some((lines) => lines < read)) return undefined;
  const lines = `${printCount(read)} of ${printPlural(read, 'line')}`;
  const named = causes.slice(0, CAUSES_NAMED).join(', ');
  const more = causes.length > CAUSES_NAMED ? ` and ${printCount(causes.length - CAUSES_NAMED)} more` : '';
  const why = causes.length === 0 ? `it asks for ${fields.join(', ')}` : `${named}${more}`;
  const fix =
    other === undefined
      ? 'add missing fields to field_names of the job that pushes the lines, or read null as empty with --null zero'
      : `the lines look like ${other.names.join(' or ')}, not ${dataset}: give a filter, a job or --dataset of theirs`;
  const by = undecided.length === 1 ? 'the filter' : 'every filter';
  return new HeadgateError(
    NO_VERDICT,
    `cannot ${verb}: found ${lines} undecided by ${by} (${why}), expected at least one line that a filter keeps or drops; ${fix}`,
  );
}

/** What leaves lines undecided, by the figures of a filter's conditions. */
export function causesOf({ missingFields = [], nullFields = [], mismatches = [] }: UndecidedCounts): string[] {
  const inLines = (lines: number): string => `in ${printPlural(lines, 'line')}`;
  return [
    ...missingFields.map(({ name, lines }) => `${name} is missing ${inLines(lines)}`),
    ...nullFields.map(({ name, lines }) => `${name} is null ${inLines(lines)}`),
    ...mismatches.map(({ field, lines }) => `${field} is of another type ${inLines(lines)}`),
  ];
}
