// States which fields of --by no line has: a table without values looks like an answer. Shared by the formats for people and for CI systems.
import type { Comparison, FieldValues } from '../../analysis/compare/index.ts';
import type { ReplayResult } from '../../verbs/index.ts';

interface ListedField {
  field: string;
  absent?: FieldValues['absent'] | undefined;
}

/** Returns clauses that start with a small letter, one for each field that is absent. @param fields of all sets of lines */
function absentFields(fields: readonly ListedField[]): string[] {
  const clauses = fields.flatMap(({ field, absent }) => {
    if (absent === undefined) return [];
    const near = absent.nearest === null ? '' : `; the nearest field of the lines is ${absent.nearest}`;
    return [`no examined line has the field ${field} of --by${near}`];
  });
  return [...new Set(clauses)];
}

/** What reports list the values of fields in. */
export interface ListingReport {
  jobs?: readonly Pick<NonNullable<ReplayResult['jobs']>[number], 'by'>[];
  by?: ReplayResult['by'];
  comparisons?: readonly {
    onlyBefore: Pick<Comparison['onlyBefore'], 'by'>;
    onlyAfter: Pick<Comparison['onlyAfter'], 'by'>;
  }[];
}

/** The same for all sets of lines of a report. */
export function absentFieldsOf({ jobs = [], by, comparisons = [] }: ListingReport): string[] {
  return absentFields([
    ...(by?.fields ?? []),
    ...jobs.flatMap((job) => [...(job.by?.dropped.fields ?? []), ...(job.by?.kept.fields ?? [])]),
    ...comparisons.flatMap(({ onlyBefore, onlyAfter }) => [...onlyBefore.by, ...onlyAfter.by]),
  ]);
}
