// The fields of one line against those of the job: there, no others, in order, once each, and of their types. Defines
// what is right; the kernel only finds lines that this would pass.
import type { LineRecord } from '../record/index.ts';
import type { LineForm } from './line-form.ts';
import type { RuleCode } from './rules.ts';
import { checkValue } from './value-type.ts';

/** What was found on a line, by rule. */
export interface FieldFault {
  code: RuleCode;
  message: string;
  names: string[];
}

/** Most names in one message. */
const NAMES_TOLD = 5;

/** Checks lines of one form. */
export class FieldRules {
  readonly #form: LineForm;
  readonly #places: ReadonlyMap<string, number>;

  constructor(form: LineForm) {
    this.#form = form;
    this.#places = new Map((form.fields ?? []).map(({ key }, index) => [key, index]));
  }

  /** @param isCell the line is a row of CSV */
  check(record: LineRecord, isCell: boolean): FieldFault[] {
    const { fields, optional } = this.#form;
    const faults: FieldFault[] = [];
    const extra: string[] = [];
    const repeated = new Set<string>();
    const seen = new Set<number>();
    let last = -1;
    let moved: string | undefined;
    for (let index = 0; index < record.fieldCount; index += 1) {
      const name = record.fieldName(index);
      if (record.isRepeat(index)) {
        repeated.add(name);
        continue;
      }
      const place = this.#places.get(name);
      if (place === undefined) {
        if (!optional.has(name)) extra.push(name);
      } else {
        if (place < last) moved ??= name;
        last = Math.max(last, place);
        seen.add(place);
      }
    }
    if (fields !== undefined) {
      const missing = fields.filter(({ key }, place) => !seen.has(place) && !optional.has(key)).map(({ key }) => key);
      note(faults, 'field-missing', missing, 'lacks', inOtherCase(missing, extra));
      note(faults, 'field-extra', extra, 'also has');
      if (moved !== undefined)
        faults.push({
          code: 'field-order',
          message: `found ${moved} behind fields that the job lists after it`,
          names: [],
        });
    }
    note(faults, 'field-repeated', [...repeated], 'holds more than once:');
    this.#checkTypes(record, isCell, faults);
    return faults;
  }

  #checkTypes(record: LineRecord, isCell: boolean, faults: FieldFault[]): void {
    const { fields = [], timestampFormat } = this.#form;
    for (const { key, type } of fields) {
      const value = record.get(key);
      const fault = value === undefined ? undefined : checkValue(value, type, timestampFormat, isCell);
      if (fault === undefined) continue;
      const known = faults.find(({ code }) => code === fault.code);
      if (known === undefined) faults.push({ code: fault.code, message: `${key}: ${fault.message}`, names: [key] });
      else known.names.push(key);
    }
  }
}

/** What stands there for a missing field and differs only in case. */
function inOtherCase(missing: readonly string[], extra: readonly string[]): string {
  const lower = new Set(missing.map((name) => name.toLowerCase()));
  const near = extra.filter((name) => lower.has(name.toLowerCase())).slice(0, NAMES_TOLD);
  return near.length === 0 ? '' : `; only upper and lower case differ in ${near.join(', ')}`;
}

function note(faults: FieldFault[], code: RuleCode, names: string[], verb: string, hint = ''): void {
  if (names.length === 0) return;
  const more = names.length > NAMES_TOLD ? ` and ${names.length - NAMES_TOLD} more` : '';
  faults.push({ code, message: `${verb} ${names.slice(0, NAMES_TOLD).join(', ')}${more}${hint}`, names });
}
