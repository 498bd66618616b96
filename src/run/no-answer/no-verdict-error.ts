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
  /** By filter, the lines that it leaves undecided. */
  undecided: readonly number[];
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
 * Returns the error of a run in which all filters leave all lines undecided.
 * @param verb of the error: `replay`
 * @returns HeadgateError `no-verdict`; undefined if no line was read, there is no filter, or a filter decides a line
 */
export function noVerdictError(verb: string, seen: VerdictsSeen): HeadgateError | undefined {
  const { read, undecided, causes, fields, dataset, other } = seen;
  if (read === 0 || undecided.length === 0 || undecided.some((lines) => lines < read)) return undefined;
  const lines = `${printCount(read)} of ${printPlural(read, 'line')}`;
  const named = causes.slice(0, CAUSES_NAMED).join(', ');
  const more = causes.length > CAUSES_NAMED ? ` and ${printCount(causes.length - CAUSES_NAMED)} more` : '';
  const why = causes.length === 0 ? `it reads ${fields.join(', ')}` : `${named}${more}`;
  const fix =
    other === undefined
      ? 'add missing fields to field_names of the job that pushes the lines, or evaluate null as empty with --null zero'
      : `the lines look like ${other.names.join(' or ')}, not ${dataset}: use a filter, a job or --dataset for that dataset`;
  const by = undecided.length === 1 ? 'the filter' : 'every filter';
  return new HeadgateError(
    NO_VERDICT,
    `cannot ${verb}: found ${lines} undecided by ${by} (${why}), expected at least one line that a filter keeps or drops; ${fix}`,
  );
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
