// Which fields of a line hold a `${` that the job should have rewritten. For the few places that are shown.
import { printJson } from '../../base/index.ts';
import type { LineRecord } from '../../record/index.ts';

/** Most fields named. */
const FIELDS_TOLD = 3;

/** `found ${ in ClientRequestPath`; empty where it stands in no value. */
export function lookupFields(record: LineRecord): string {
  const names: string[] = [];
  for (let index = 0; index < record.fieldCount && names.length < FIELDS_TOLD; index += 1) {
    const name = record.fieldName(index);
    const value = record.get(name);
    if (value !== undefined && !record.isRepeat(index) && printJson(value).includes('${')) names.push(name);
  }
  return names.length === 0 ? '' : `found \${ in ${names.join(', ')}`;
}
