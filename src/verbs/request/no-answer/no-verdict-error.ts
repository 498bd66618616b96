// The error of a run in which the filters leave every line undecided. Every command uses it.
import type { ConditionFigures } from '../../../analysis/aggregates/index.ts';
import { enumerate, HeadgateError, printCount, printPlural } from '../../../base/index.ts';
import { type ForeignKeys, type OtherDatasets, wrappedAdvice } from '../../../language/dataset/index.ts';

/** The counted causes of undecided lines. */
type UndecidedCounts = Partial<Pick<ConditionFigures, 'missingFields' | 'nullFields' | 'mismatches'>>;

/** Code of the error. */
const NO_VERDICT = 'no-verdict';

/** Maximum number of causes named in a message. */
const CAUSES_NAMED = 5;
/** Maximum number of keys named in a message. */
const NAMES_SHOWN = 8;
/** Longer keys are cut. UTF-16 units; ours. */
const MAX_NAME_LENGTH = 64;
const PLAIN_NAME = /^[\w@. -]{1,64}$/;

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
  otherDatasets?: OtherDatasets;
  foreignKeys?: ForeignKeys;
}

/**
 * Returns the error `no-verdict` of a run in which all filters leave all lines undecided, or two compared filters do together.
 * @param verb of the error: `replay`
 */
export function noVerdictError(verb: string, seen: VerdictsSeen): HeadgateError {
  const { read, causes, fields } = seen;
  const lines = `${printCount(read)} of ${printPlural(read, 'line')}`;
  const named = causes.slice(0, CAUSES_NAMED).join(', ');
  const more = causes.length > CAUSES_NAMED ? ` and ${printCount(causes.length - CAUSES_NAMED)} more` : '';
  const why = causes.length === 0 ? `it reads ${fields.join(', ')}` : `${named}${more}`;
  const { by, expected } = whoDecides(seen);
  return new HeadgateError(
    NO_VERDICT,
    `cannot ${verb}: found ${lines} undecided by ${by} (${why}), expected at least one line that ${expected}; ${fixFor(seen)}`,
  );
}

function fixFor({ dataset, otherDatasets, foreignKeys }: VerdictsSeen): string {
  if (otherDatasets !== undefined) {
    return `the lines look like ${otherDatasets.names.join(' or ')}, not ${dataset}: use ${otherDatasets.names.map((name) => `--dataset ${name}`).join(' or ')}, or a job of that dataset`;
  }
  const { otherCase = [], unknown = [] } = foreignKeys ?? {};
  if (unknown.length > 0) {
    return `the keys of the lines are ${namesOf(unknown)}, and none is a field of ${dataset}: ${wrappedAdvice(unknown)}`;
  }
  if (otherCase.length > 0) {
    const [first] = otherCase;
    const more = otherCase.length > 1 ? ` (and ${printCount(otherCase.length - 1)} more)` : '';
    return `the field ${printName(first!.key)} differs from ${first!.field} only in letter case${more}: rename the keys of the lines, because filters compare names exactly`;
  }
  return 'add missing fields to field_names of the job that pushes the lines, or evaluate null as empty with --null zero';
}

function namesOf(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  const shown = names.slice(0, NAMES_SHOWN).map(printName);
  return enumerate([...shown, ...(more > 0 ? [`${printCount(more)} more`] : [])], 'and');
}

/** Prints a key as it is if it cannot be misread. */
function printName(name: string): string {
  return PLAIN_NAME.test(name) ? name : JSON.stringify(name.slice(0, MAX_NAME_LENGTH));
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
