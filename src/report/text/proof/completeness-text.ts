// Prints whether the source contains every line that a filter keeps, given the job that wrote it.
import type { SourceCompleteness } from '../../../analysis/compare/index.ts';
import { DISABLED_WRITER } from '../../page/completeness.ts';
import { witnessJson } from '../../page/witness-json.ts';
import { NOTE, PROVEN, printRemark, WARNING } from '../remark.ts';
import type { Style } from '../style.ts';

/** Maximum conditions that are named. */
const CONDITIONS_SHOWN = 5;

/** Prints what is proven, or short remarks about what may be missing; nothing if nothing is known. @param indent columns before each line */
export function printCompleteness(
  completeness: SourceCompleteness | null | undefined,
  indent: number,
  style: Style,
): string[] {
  if (!completeness) return [];
  const { answer, writtenBy, missingFields, isWriterDisabled } = completeness;
  const fields = missingFields.length === 1 ? 'the field' : 'the fields';
  const names = missingFields.join(', ');
  return [
    ...(answer === 'complete'
      ? printRemark(
          PROVEN,
          `the source contains every line that this filter keeps: ${writtenBy} pushed it`,
          indent,
          style,
        )
      : printRemark(WARNING, sentenceOf(completeness), indent, style)),
    ...(missingFields.length === 0
      ? []
      : printRemark(NOTE, `${writtenBy} does not push ${fields} ${names}, which this filter tests`, indent, style)),
    ...(isWriterDisabled === true ? printRemark(NOTE, writtenBy + DISABLED_WRITER, indent, style) : []),
  ];
}

function sentenceOf(completeness: SourceCompleteness): string {
  const { answer, writtenBy, sampleRate, witness, conditions, reason } = completeness;
  if (answer === 'unknown') {
    return `not decided whether ${writtenBy} pushed every line that this filter keeps, so the kept lines may be too few: ${reason}`;
  }
  const sampled = `the source is a sample: ${writtenBy} pushed a share${sampleRate === null ? '' : ` of ${sampleRate}`} of the lines`;
  if (witness === undefined) return `the kept lines are a lower bound: ${sampled}`;
  const also = sampleRate === 1 ? '' : `; ${sampled}`;
  const shown = conditions.slice(0, CONDITIONS_SHOWN).map(({ text }) => text);
  const more = conditions.length > shown.length ? `, and ${conditions.length - shown.length} more` : '';
  const causes = `${shown.join(', ')}${more}`;
  return `the kept lines are a lower bound: ${writtenBy} dropped lines that this filter keeps, by ${causes}; for example ${witnessJson(witness.record)}${also}`;
}
