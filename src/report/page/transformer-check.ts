// The check of a transformer on the page of a check: its problems, what its jobs lack, and the conditions that the filter of a job can have in their place.
import { enumerate, printable, printCount, printPlural } from '../../base/index.ts';
import type { MovedCondition } from '../../language/where/index.ts';
import type { TransformerCheck } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { code, codeCell, filterForms, textColumn } from './cells.ts';
import { type Block, list, type Page, paragraph, present, type Section } from './page.ts';

/** Columns of the delivered record that are shown: a transformer has a few. */
const COLUMNS_SHOWN = 60;

/** The answer of a check without a filter, or with an invalid transformer. */
export function transformerAnswer(
  { valid, dataset, problems, jobs }: TransformerCheck,
  strict: boolean,
): Page['answer'] {
  const count = (wanted: string): number => problems.filter(({ severity }) => severity === wanted).length;
  const rejected = jobs.filter((job) => job.rejected !== null).length;
  const lacking = jobs.filter(({ unlisted }) => unlisted.length > 0).length;
  const counts = present(
    count('error') > 0 && printPlural(count('error'), 'error'),
    rejected > 0 && printPlural(rejected, 'job that cannot have it', 'jobs that cannot have it'),
    count('warning') > 0 && printPlural(count('warning'), 'warning'),
    lacking > 0 && printPlural(lacking, 'job that lacks fields', 'jobs that lack fields'),
  );
  const of = dataset === null ? '' : ` for ${dataset}`;
  const isStrict = !valid && count('error') + rejected === 0;
  const rest =
    counts.length === 0
      ? ''
      : `${isStrict && strict ? ' (--strict accepts no warning but undocumented)' : ''}: ${counts.join(', ')}`;
  return valid
    ? { tone: 'good', text: [`Valid transformer${of}`, ...counts.map((text) => `, ${text}`), '.'].join('') }
    : { tone: 'bad', text: `Invalid transformer${of}${rest}.` };
}

/** The sections. */
export function transformerSections({ name, bytes, problems, reads, columns, jobs }: TransformerCheck): Section[] {
  const table: Block[] =
    columns.length === 0
      ? []
      : [
          {
            ...{ kind: 'table', name: 'columns', caption: 'Delivered record', shown: COLUMNS_SHOWN },
            columns: [textColumn('Key', 'key'), textColumn('Expression', 'expression'), textColumn('Type', 'type')],
            rows: columns.map((one) => [
              codeCell(printable(one.name)),
              codeCell(oneLine(one.expression)),
              codeCell(one.type),
            ]),
          },
        ];
  return [
    {
      title: ['Transformer ', code(printable(name))],
      blocks: [
        paragraph(
          `${printCount(bytes.used)} of ${printPlural(bytes.limit, 'byte')}${reads.length === 0 ? '' : `; reads ${enumerate(reads, 'and')}`}.`,
        ),
        ...problems.flatMap(({ severity, code: problem, message, excerpt }): Block[] =>
          present(
            {
              ...paragraph([`${severity} [${problem}]: `, code(printable(message))]),
              ...(severity === 'error' ? { tone: 'bad' } : {}),
            },
            excerpt !== '' && {
              kind: 'code',
              code: excerpt
                .split('\n')
                .map((line) => `  ${printable(line)}`)
                .join('\n'),
              isAligned: true,
            },
          ),
        ),
        ...table,
      ],
    },
    ...jobs.flatMap(jobSections),
  ];
}

function jobSections({ job, unlisted, rejected, moved }: TransformerCheck['jobs'][number]): Section[] {
  const blocks: Block[] = present(
    rejected !== null && paragraph(`error: ${rejected}.`, { tone: 'bad' }),
    unlisted.length !== 0 &&
      paragraph(
        [
          'warning: the SQL reads ',
          ...unlisted.flatMap((field, index) => (index === 0 ? [code(field)] : [', ', code(field)])),
          `, which field_names does not list: on the platform probably null, so that a condition on ${unlisted.length === 1 ? 'it' : 'them'} drops every line. Add ${unlisted.length === 1 ? 'it' : 'them'} to field_names.`,
        ],
        { tone: 'unclear' },
      ),
    ...(moved === undefined
      ? []
      : [
          paragraph([
            ...(moved.conditions.length === 0
              ? ['Each line that the filter keeps meets ', ...conditionTexts(moved.implied), ', which WHERE can omit']
              : [
                  'Lines that the filter drops are not billed as input of the transformer. The filter of the job can have ',
                  ...conditionTexts(moved.conditions),
                  ...(moved.implied.length === 0
                    ? []
                    : ['; each line that it keeps then meets ', ...conditionTexts(moved.implied), ', too']),
                ]),
            moved.remaining.length === 0
              ? '; no condition remains in WHERE.'
              : `; ${printPlural(moved.remaining.length, 'condition remains', 'conditions remain')} in WHERE:`,
          ]),
          ...(moved.remaining.length === 0 ? [] : [list(moved.remaining.map(({ text }) => [code(oneLine(text))]))]),
          ...(moved.conditions.length === 0 ? [] : filterForms(printableAll(moved.filter))),
          paragraph(
            'Proven for complete records, on which the platform evaluates filters: filter and WHERE together keep the same records.',
          ),
        ]),
  );
  return blocks.length === 0
    ? []
    : [{ title: ['Filter before the transformer', ...(job === null ? [] : [': ', code(printable(job))])], blocks }];
}

function conditionTexts(conditions: readonly MovedCondition[]) {
  return conditions.flatMap(({ text }, index) => [index === 0 ? '' : ', ', code(oneLine(text))]);
}

function oneLine(sql: string): string {
  return printable(sql.replace(/\s+/g, ' '));
}
