// Messages of findings that name conditions or fields of a line. Made only for the few places that a report shows.
import { type FieldSource, printJson } from '../../base/index.ts';
import { type CompiledFilter, type Explanation, explainFilter } from '../../filter/index.ts';
import type { LineRecord } from '../../record/index.ts';

/** Maximum number of conditions or fields named in one message. */
const MAX_NAMED = 3;

/**
 * Names the conditions that make a filter drop a line: `found false: ClientRequestPath != "/healthz"`.
 * @param source a line that the filter drops
 */
export function dropMessage(filter: CompiledFilter, source: FieldSource): string {
  const found = falseConditions(explainFilter(filter, source));
  const more = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : '';
  return `found false: ${found.slice(0, MAX_NAMED).join('; ')}${more}`;
}

/** Returns, as expressions, the false conditions whose groups are all false. */
function falseConditions(part: Explanation): string[] {
  if (part.truth !== 'false') return [];
  return part.kind === 'condition' ? [part.text] : part.children.flatMap(falseConditions);
}

/** Names the fields that contain a `${`: `found ${ in ClientRequestPath`; empty if no value contains one. */
export function lookupMessage(record: LineRecord): string {
  const names: string[] = [];
  for (let index = 0; index < record.fieldCount && names.length < MAX_NAMED; index += 1) {
    const name = record.fieldName(index);
    const value = record.get(name);
    if (value !== undefined && !record.isRepeat(index) && printJson(value).includes('${')) names.push(name);
  }
  return names.length === 0 ? '' : `found \${ in ${names.join(', ')}`;
}
