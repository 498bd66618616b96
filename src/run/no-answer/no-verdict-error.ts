// The error of a run in which the filters leave every line undecided. Every command uses it.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import type { OtherDatasets } from '../../dataset/index.ts';
import type { ConditionFigures } from '../../replay/index.ts';

/** The counted causes of undecided lines. */
type UndecidedCounts = Partial<Pick<ConditionFigures, 'missingFields' | 'nullFields' | 'mismatches'>>;

/** Code of the error. */
const NO_VERDICT = 'no-verdict';

/** Maximum number of causes named in a message. */
const CAUSES_NAMED = 5;

/** The verdicts of the filters of a run. */
interface VerdictsSeen {
  /** Records read. */
  read: number;
  /** Number of all filters. */
  filters: number;
  /** The filters that leave lines undecided, and how many. */
  undecided: readonly { name: string; undecided: number }[];
  /** Causes as clauses: `BotScore is missing in 20 lines`; empty if unknown. */
  causes: readonly string[];
  /** Fields that the filters read, named if no cause is known. */
  fields: readonly string[];
  /** Dataset of the run. */
  dataset: string;
  /** Other datasets that the lines resemble. */
  other: OtherDatasets | undefined;
}

/**
 * Returns the error `no-verdict` of a run in which all filters leave all lines undecided, or two compared filters do together.
 * @param verb of the error: `replay`
 */
export function noVerdictError(verb: string, seen: VerdictsSeen): HeadgateError {
  const { read, causes, fields, dataset, other } = seen;
  const lines = `${printCount(read)} of ${printPlural(read, 'line')}`;
  const named = causes.slice(0, CAUSES_NAMED).join(', ');
  const more = causes.length > CAUSES_NAMED ? ` and ${printCount(causes.length - CAUSES_NAMED)} more` : '';
  const why = causes.length === 0 ? `it reads ${fields.join(', ')}` : `${named}${more}`;
  const fix =
    other === undefined
      ? 'add missing fields to field_names of the job that pushes the lines, or evaluate null as empty with --null zero'
      : `the lines look like ${other.names.join(' or ')}, not ${dataset}: use a filter, a job or --dataset for that dataset`;
  const { by, expected } = whoDecides(seen);
  return new HeadgateError(
    NO_VERDICT,
    `cannot ${verb}: found ${lines} undecided by ${by} (${why}), expected at least one line that ${expected}; ${fix}`,
  );
}

function whoDecides({ read, filters, undecided }: VerdictsSeen): { by: string; expected: string } {
  if (undecided.length === filters && undecided.every((one) => one.undecided === read)) {
    return { by: filters === 1 ? 'the filter' : 'every filter', expected: 'a filter keeps or drops' };
  }
  const [first] = undecided;
  const by = undecided.length === 1 ? `the filter ${JSON.stringify(first!.name)}` : 'one of the compared filters';
  return { by, expected: 'both filters keep or drop' };
}

/** Returns the causes of undecided lines from the figures of a filter's conditions, as clauses. */
export function causesOf({ missingFields = [], nullFields = [], mismatches = [] }: UndecidedCounts): string[] {
  const inLines = (lines: number): string => `in ${printPlural(lines, 'line')}`;
  return [
    ...missingFields.map(({ name, lines }) => `${name} is missing ${inLines(lines)}`),
    ...nullFields.map(({ name, lines }) => `${name} is null ${inLines(lines)}`),
    ...mismatches.map(({ field, lines }) => `${field} is of another type ${inLines(lines)}`),
  ];
}
