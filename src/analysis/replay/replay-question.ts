// The question of a replay: what do filters keep, drop and leave undecided? Joins the answers to the report.
import type { SourceTotal } from '../../input/scan/index.ts';
import { type FilterReading, printExpression, selectionOf } from '../../language/filter/index.ts';
import { type Aggregate, EVERY, selectionText, type VerdictKey } from '../aggregates/index.ts';
import type { EmittedTotal } from '../emit/index.ts';
import type { Answers, NamedTransformer, Question } from '../query/index.ts';
import { type Detail, type JobReport, REPORT_VERSION, type Report } from './report.ts';
import { askTransformer } from './transform-question.ts';

/** The filters to replay, and what is counted for them. */
export interface ReplayQuestionOptions {
  /** Name of the dataset. */
  dataset: string;
  filters: readonly {
    name: string;
    reading: Pick<FilterReading, 'filter'>;
    transformer?: NamedTransformer | undefined;
  }[];
  /** Samples per job and verdict. @default 0 */
  samples?: number | undefined;
  detail: Detail;
  /** Whether lines are counted by hour. @default with every detail but `counts` */
  countsHours?: boolean | undefined;
  /** Whether lines are counted by the set of jobs that keep them. @default true */
  countsOverlap?: boolean | undefined;
}

/** What a run adds to the answers. */
export interface ReplayedSource {
  source: SourceTotal;
  /** Whether the run was interrupted. */
  partial: boolean;
  /** By job, what was written. @default nothing */
  emitted?: readonly EmittedTotal[] | undefined;
}

/** Asks what filters keep. */
export function askReplay({
  dataset,
  filters,
  samples = 0,
  detail,
  countsHours = detail !== 'counts',
  countsOverlap = true,
}: ReplayQuestionOptions): Question<(run: ReplayedSource) => Report> {
  const lines = { kind: 'lines', examined: detail !== 'counts' } as const;
  const selections = filters.map(({ reading }) => selectionText(selectionOf(reading.filter)));
  const ofJobs = selections.map((of) => {
    const sampleOf = (verdict: VerdictKey) => ({ kind: 'sample', of, verdict, limit: samples }) as const;
    return {
      verdicts: { kind: 'verdicts', of },
      conditions: { kind: 'conditions', of },
      fields: { kind: 'fields', of },
      samples: [sampleOf('kept'), sampleOf('dropped'), sampleOf('undecided')],
    } as const;
  });
  const transformed = filters.map((filter) => askTransformer(filter, samples));
  const overlap = { kind: 'overlap', of: selections } as const;
  const hours = { kind: 'hours', of: selections } as const;
  const fields = { kind: 'fields', of: EVERY } as const;
  const [hasJobs, hasFields, hasConditions] = [filters.length > 0, detail === 'full', detail !== 'counts'];
  const aggregates: Aggregate[] = [lines];
  for (const one of ofJobs) {
    aggregates.push(one.verdicts, ...(samples > 0 ? one.samples : []));
    if (hasConditions) aggregates.push(one.conditions);
    if (hasFields) aggregates.push(one.fields);
  }
  aggregates.push(...transformed.flatMap((one) => one?.aggregates ?? []));
  if (hasJobs && countsOverlap) aggregates.push(overlap);
  if (countsHours) aggregates.push(hours);
  if (hasFields) aggregates.push(fields);

  const jobReport = (answers: Answers, index: number, emitted: EmittedTotal | undefined): JobReport => {
    const { name, reading } = filters[index]!;
    const { filter } = reading;
    const one = ofJobs[index]!;
    const [kept, dropped, undecided] = one.samples.map((asked) => (samples > 0 ? answers.of(asked) : []));
    return {
      name,
      dataset,
      filter: filter === undefined ? null : printExpression(filter),
      ...answers.of(one.verdicts),
      ...(hasConditions && answers.of(one.conditions)),
      ...(hasFields && { fields: answers.of(one.fields) }),
      ...(transformed[index] && { transformer: transformed[index].of(answers) }),
      ...(emitted && { emitted }),
      samples: { kept: kept!, dropped: dropped!, undecided: undecided! },
    };
  };
  return {
    aggregates,
    of:
      (answers) =>
      ({ source, partial, emitted = [] }) => {
        const { lines: counted, ...problems } = answers.of(lines);
        return {
          version: REPORT_VERSION,
          partial,
          source,
          lines: counted,
          ...(hasJobs && { jobs: filters.map((_, index) => jobReport(answers, index, emitted[index])) }),
          ...(hasJobs && countsOverlap && { overlap: answers.of(overlap) }),
          ...(hasFields && { fields: answers.of(fields) }),
          ...(countsHours && answers.of(hours)),
          ...problems,
        };
      },
  };
}
