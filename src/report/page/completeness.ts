// Whether the source contains every line that a new filter keeps: lines that the job in force dropped are not in the bucket.
import type { SourceCompleteness } from '../../analysis/compare/index.ts';
import { printable } from '../../base/index.ts';
import { code } from './cells.ts';
import { type Block, list, type Page, paragraph, present } from './page.ts';
import { witnessJson } from './witness-json.ts';

/** After the name of a disabled job that wrote the source. */
const DISABLED_WRITER = ' is disabled: the source can contain only what it pushed before';

/** What limits the figures of a comparison, for the top of the page; nothing if the source is complete. */
export function completenessNotice(to: string, completeness: SourceCompleteness | null): Page['notices'] {
  if (completeness === null || completeness.answer === 'complete') return [];
  const { answer, writtenBy, sampleRate, witness, reason, contradiction } = completeness;
  if (contradiction !== undefined) return [{ tone: 'unclear', text: ['Not proven: ', code(reason!)] }];
  const sampled = present(
    sampleRate !== 1 && {
      tone: 'unclear',
      text: [
        'The source is a sample: ',
        code(writtenBy),
        ` pushed a share${sampleRate === null ? '' : ` of ${sampleRate}`} of the lines.`,
      ],
    },
  );
  if (answer === 'lower-bound' && witness === undefined) return sampled;
  const text =
    answer === 'lower-bound'
      ? [
          'The figures of ',
          code(to),
          ' are a lower bound: ',
          code(writtenBy),
          ' dropped lines that ',
          code(to),
          ' keeps.',
        ]
      : [
          'The figures of ',
          code(to),
          ' may be too low: it is not decided whether ',
          code(writtenBy),
          ' dropped lines that ',
          code(to),
          ' keeps.',
        ];
  return [{ tone: 'unclear', text }, ...sampled];
}

/** The proof or the witness; nothing without `--written-by`. */
export function completenessBlocks(to: string, completeness: SourceCompleteness | null): Block[] {
  if (completeness === null) return [];
  const { answer, writtenBy, witness, conditions, missingFields, reason, contradiction, isWriterDisabled } =
    completeness;
  const disabled: Block[] = isWriterDisabled === true ? [paragraph([code(writtenBy), `${DISABLED_WRITER}.`])] : [];
  if (answer === 'complete')
    return [
      ...disabled,
      paragraph(['Proven: every line that ', code(to), ' keeps was kept by ', code(writtenBy), '.'], { tone: 'good' }),
    ];
  return present(
    ...disabled,
    reason !== undefined && contradiction === undefined && paragraph(['Not decided: ', code(reason)]),
    missingFields.length !== 0 &&
      paragraph([
        code(writtenBy),
        ' does not push the fields ',
        code(missingFields.join(', ')),
        ' that ',
        code(to),
        ' tests.',
      ]),
    ...(conditions.length === 0
      ? []
      : [
          paragraph(['Conditions of ', code(writtenBy), ' that drop such lines:']),
          list(conditions.map(({ text }) => [code(text)])),
        ]),
    ...(witness === undefined
      ? []
      : [
          paragraph('A record that may be missing:'),
          { kind: 'code', label: 'Witness', code: printable(witnessJson(witness.record)) } as const,
        ]),
  );
}
