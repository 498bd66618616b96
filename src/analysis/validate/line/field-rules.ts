// Checks the fields of one line against those of the job: present, no others, in order, once each, and of their types. Defines which
// lines are valid; the kernel counts only lines that this file would pass.
import { typeName } from '../../../base/index.ts';
import type { LineRecord } from '../../../input/record/index.ts';
import type { LineRule } from '../rules.ts';
import type { LineSchema } from './line-schema.ts';
import { checkValue } from './value-type.ts';

/** A violated rule on a line. */
export interface FieldFault {
  code: LineRule;
  message: string;
  names: string[];
}

/** Maximum number of names in one message. */
const MAX_NAMED = 5;

/** Checks lines against one schema. */
export class FieldRules {
  readonly #schema: LineSchema;
  readonly #keys: ExpectedKeys;
  /** The keys of each wrapper, the outermost first. */
  readonly #wrappers: readonly ExpectedKeys[];

  constructor(schema: LineSchema) {
    this.#schema = schema;
    const { fields, optional } = schema;
    const keys = fields?.map(({ key }) => key);
    this.#keys = new ExpectedKeys(keys, optional);
    this.#wrappers = schema.wrappers.map((wrapper) => new ExpectedKeys(wrapper.keys));
  }

  /** Returns the rules that a line violates. @param isCell the line is a row of CSV */
  check(record: LineRecord, isCell: boolean): FieldFault[] {
    const { wrappers } = this.#schema;
    const around = wrappersOf(record);
    if (around.length < wrappers.length) return this.#checkUnwrapped(record, around.length);
    const faults = this.#wrappers.flatMap((keys, level) => keys.check(around[level]!));
    faults.push(...this.#keys.check(record));
    this.#checkTypes(record, isCell, faults);
    return faults;
  }

  /** Checks a record without the objects that the job writes around the fields. @param level of the first wrapper whose key is missing */
  #checkUnwrapped(record: LineRecord, level: number): FieldFault[] {
    const { key } = this.#schema.wrappers[level]!;
    const value = record.get(key);
    if (value === undefined) return this.#wrappers[level]!.check(record);
    const message = `${key}: found ${typeName(value)}, expected the object that contains the fields`;
    return [{ code: 'type', message, names: [key] }];
  }

  #checkTypes(record: LineRecord, isCell: boolean, faults: FieldFault[]): void {
    const { fields = [], timestampFormat } = this.#schema;
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

/** Returns the records around a record that was unwrapped, the outermost first. */
function wrappersOf(record: LineRecord): LineRecord[] {
  const around: LineRecord[] = [];
  for (let outer = record.wrapper; outer !== undefined; outer = outer.wrapper) around.unshift(outer);
  return around;
}

/** The keys that an object must have, in order. */
class ExpectedKeys {
  readonly #keys: readonly string[] | undefined;
  readonly #optional: ReadonlySet<string>;
  readonly #places: ReadonlyMap<string, number>;

  /** @param keys undefined: any keys are valid @param optional keys that may be missing */
  constructor(keys: readonly string[] | undefined, optional: ReadonlySet<string> = new Set()) {
    this.#keys = keys;
    this.#optional = optional;
    this.#places = new Map(keys?.map((key, index) => [key, index]));
  }

  check(record: LineRecord): FieldFault[] {
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
        if (!this.#optional.has(name)) extra.push(name);
        continue;
      }
      if (place < last) moved ??= name;
      last = Math.max(last, place);
      seen.add(place);
    }
    if (this.#keys !== undefined) {
      const missing = this.#keys.filter((key, place) => !seen.has(place) && !this.#optional.has(key));
      note(faults, 'field-missing', missing, 'lacks', inOtherCase(missing, extra));
      note(faults, 'field-extra', extra, 'also has');
      // Lines with other fields have another order too: one cause, one finding.
      if (moved !== undefined && faults.length === 0) {
        const message = `found ${moved} after fields that the job lists after it`;
        faults.push({ code: 'field-order', message, names: [] });
      }
    }
    note(faults, 'field-repeated', [...repeated], 'repeats');
    return faults;
  }
}

/** Returns a remark on unexpected fields that differ from missing ones only in case. */
function inOtherCase(missing: readonly string[], extra: readonly string[]): string {
  const lower = new Set(missing.map((name) => name.toLowerCase()));
  const near = extra.filter((name) => lower.has(name.toLowerCase())).slice(0, MAX_NAMED);
  return near.length === 0 ? '' : `; only upper and lower case differ in ${near.join(', ')}`;
}

function note(faults: FieldFault[], code: LineRule, names: string[], verb: string, hint = ''): void {
  if (names.length === 0) return;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  faults.push({ code, message: `${verb} ${names.slice(0, MAX_NAMED).join(', ')}${more}${hint}`, names });
}
