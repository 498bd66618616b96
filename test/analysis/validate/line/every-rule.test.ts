// A line that violates each rule on lines. A rule without a row does not compile; a rule that nothing checks fails.
import { expect, it } from 'vitest';
import { repeatFindings } from '../../../../src/analysis/validate/repeats/repeat-findings.ts';
import type { LineRule } from '../../../../src/analysis/validate/rules.ts';
import type { RecordReaderOptions } from '../../../../src/input/record/index.ts';
import { NEAR_LIMIT_BYTES } from '../../../../src/language/custom-fields/index.ts';
import { COMBINED_BYTES } from '../../../../src/language/dataset/index.ts';
import { countsOf, type Held, RULESET, validationFor } from '../../../helpers/validate/checked.ts';

const BATCH = '20261101T100000Z_20261101T100500Z_aa.log';
const LINE = `{"RayID":"a","ClientRequestPath":"/\${x}"}\n`;
const OPTIONS = { field_names: ['RayID', 'ClientRequestPath'] };

interface Row extends Partial<Held> {
  /** The objects of the source. @default {@link LINE} */
  objects?: readonly string[];
  reader?: Partial<RecordReaderOptions>;
}

/** A job whose only field is a time, and a line with this time. */
function timed(timestamp_format: 'rfc3339' | 'rfc3339ns', time: string): Row {
  const objects = [`{"EdgeStartTimestamp":"${time}"}\n`];
  return { options: { field_names: ['EdgeStartTimestamp'], timestamp_format }, objects };
}

/** A job whose only field contains custom fields, and a line with these. */
function custom(value: object, key = 'Cookies'): Row {
  return { options: { field_names: [key] }, objects: [`${JSON.stringify({ [key]: value })}\n`] };
}

const ROWS: Readonly<Record<LineRule, Row>> = {
  malformed: { objects: ['{\n'] },
  'too-long': { reader: { maxLineBytes: 10 } },
  blank: { objects: ['\n'] },
  'filter-drop': { filter: 'RayID == "b"' },
  'filter-undecided': { filter: 'BotScore < 30' },
  'field-missing': { options: { field_names: [...OPTIONS.field_names, 'BotScore'] } },
  'field-extra': { options: { field_names: ['RayID'] } },
  'field-order': { options: { field_names: OPTIONS.field_names.toReversed() } },
  'field-repeated': { objects: ['{"RayID":"a","ClientRequestPath":"/","RayID":"a"}\n'] },
  type: { objects: ['{"RayID":1,"ClientRequestPath":"/"}\n'] },
  'timestamp-format': timed('rfc3339', '2026-11-01T10:00:00.123456789Z'),
  'timestamp-digits': timed('rfc3339ns', '2026-11-01T10:00:00Z'),
  'cve-rewrite': { options: { ...OPTIONS, 'CVE-2021-44228': true } },
  'event-after-batch': timed('rfc3339', '2026-11-01T12:00:00Z'),
  'event-before-batch': timed('rfc3339', '2026-11-01T08:00:00Z'),
  'custom-shape': custom({ a: 1 }),
  'custom-unknown': { ...custom({ 'no such name': 'x' }), ruleset: RULESET },
  'custom-case': custom({ Accept: 'x' }, 'RequestHeaders'),
  'custom-size': custom({ a: 'x'.repeat(COMBINED_BYTES + 1) }),
  'custom-truncated': custom({ a: 'x'.repeat(COMBINED_BYTES) }),
  'custom-near-limit': custom({ a: 'x'.repeat(NEAR_LIMIT_BYTES) }),
  'repeated-in-object': { objects: [LINE + LINE] },
  'repeated-between-objects': { objects: [LINE, LINE] },
};

it.each(Object.entries(ROWS))('%s', (code, { objects = [LINE], reader = {}, ...held }) => {
  const validation = validationFor({ options: OPTIONS, ...held });
  for (const [index, text] of objects.entries()) {
    const object = validation.openObject(`${index}/${BATCH}`, { input: 'ndjson', ...reader });
    object.push(Buffer.from(text));
    object.end();
    object.close();
  }
  const { findings, ids } = validation.toTotals();
  expect(countsOf({ findings: [...findings, ...repeatFindings(ids, 'RayID').counts] })).toHaveProperty(code, 1);
});
