// Rejects files other than logs, with any input shape and any chunks, and never rejects log lines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import { DETECT_BYTES, type InputShape, NOT_LOGS } from '../../../src/input/record/index.ts';
import { DATASET_NAMES, getDataset, isKnownField } from '../../../src/language/dataset/index.ts';
import { collect, outline } from '../../helpers/record/collect.ts';

const JOB = { id: 1, name: 'a', dataset: 'http_requests', destination_conf: 's3://b' };
const RULE = { action: 'log_custom_field', expression: 'true', action_parameters: { request_fields: [] } };
const RULESET = { id: 'x', kind: 'zone', phase: 'http_log_custom_fields', rules: [RULE] };
const HAR = { log: { version: '1.2', creator: {}, entries: [{ request: {}, response: {} }] } };
const EXCHANGE = { request: { method: 'GET', url: '/', headers: [] }, response: { status: 200, headers: [] } };
const answer = (result: unknown): unknown => ({ errors: [], messages: [], result, success: true });

const OTHERS: [name: string, document: unknown, found: string][] = [
  ['a job', JOB, 'a Logpush job'],
  ['a job with its options alone', { output_options: { field_names: ['RayID'] } }, 'a Logpush job'],
  ['a legacy job', { logpull_options: 'fields=RayID' }, 'a Logpush job'],
  ['jobs', [JOB, JOB], 'a Logpush job'],
  ['jobs from the API', answer([JOB, JOB]), 'a Logpush job'],
  ['a job from the API', answer(JOB), 'a Logpush job'],
  ['a ruleset', RULESET, 'a ruleset'],
  ['a ruleset from the API', answer(RULESET), 'a ruleset'],
  ['a list of rulesets', answer([{ id: 'x', kind: 'zone', phase: 'http_log_custom_fields' }]), 'a ruleset'],
  ['a rule', RULE, 'a ruleset'],
  ['rules', [RULE], 'a ruleset'],
  ['a HAR file', HAR, 'a HAR file'],
  ['a HAR file larger than the head', { log: { ...HAR.log, comment: 'x'.repeat(DETECT_BYTES) } }, 'a HAR file'],
  ['a filter', { where: { key: 'ClientIP', operator: 'eq', value: 'x' } }, 'a filter'],
  ['an exchange', EXCHANGE, 'traffic'],
];
const SHAPES: InputShape[] = ['auto', 'ndjson'];
const PRINTED = { 'on one line': undefined, 'over many lines': 2 };

/** The message of the error for a text; undefined when the text is accepted. */
function rejectionOf(text: string, input: InputShape, cuts: number[] = []): string | undefined {
  try {
    collect(text, { input, isKnownField, rejectOther: true }, cuts);
    return undefined;
  } catch (error) {
    if (error instanceof HeadgateError && error.code === NOT_LOGS) return error.message;
    throw error;
  }
}

describe.each(SHAPES)('read as %s', (input) => {
  describe.each(Object.entries(PRINTED))('%s', (_, indent) => {
    it.each(OTHERS)('rejects %s', (_name, document, found) => {
      const text = `\ufeff${JSON.stringify(document, null, indent)}\n`;
      for (const cuts of [[], [1, 4, 9, 40], [Math.floor(text.length / 2)]]) {
        expect(rejectionOf(text, input, cuts)).toMatch(new RegExp(`^found ${found}\\b.*, expected log lines; `));
      }
    });
  });

  it.each([
    ['a job after blank lines', `\n \n${JSON.stringify(JOB)}\n`],
    ['a HAR file that is cut', JSON.stringify(HAR).slice(0, 40)],
    ['a HAR file over several lines that is cut', JSON.stringify(HAR, null, 2).slice(0, 60)],
    ['several exchanges', `${JSON.stringify(EXCHANGE)}\n`.repeat(3)],
    ['jobs, one a line', `${JSON.stringify(JOB)}\n`.repeat(3)],
  ])('rejects %s', (_, text) => expect(rejectionOf(text, input)).toContain('expected log lines'));

  it.each([
    ['an empty object', '{}'],
    ['requests of another maker', '{"request":{"method":"GET","url":"/"},"response":{"status":200,"headers":{}}}\n'],
    ['a phase of another kind', '{"kind":"edge","phase":"prod","time":1}\n'],
    ['events next to "log"', '{"log":{"version":"x"},"events":[{"RayID":"a"}]}\n'],
    ['a field next to an array of rules', `{"RayID":"x","NewRules":[${JSON.stringify(RULE)}]}\n`],
    ['unknown keys', '{"log":"x","rules":[],"where":1,"request":"GET /","response":200,"kind":"x"}\n'],
    ['a field of a dataset next to keys of a job', '{"RayID":"x","destination_conf":"s3://b","log":{"entries":[]}}\n'],
    ['JSON that breaks off', '{"destination_conf":"s3://b"'],
    ['JSON over lines that breaks off', '{\n"destination_conf":\n"s3://b"'],
    ['another file after a log line', `{"RayID":"x"}\n${JSON.stringify(JOB)}\n`],
    ['an answer without a result', '{"success":false,"errors":[],"result":null}\n'],
    ['answers in answers', `${'{"success":true,"result":'.repeat(20_000)}{}${'}'.repeat(20_000)}`],
    ['nothing', ''],
  ])('accepts %s', (_, text) => {
    const found = collect(text, { input, isKnownField });
    expect(collect(text, { input, isKnownField, rejectOther: true })).toEqual(found);
    expect(collect(text, { input, isKnownField, rejectOther: true }, [1, 3].slice(0, text.length))).toEqual(found);
  });

  it('accepts every line with a field of any dataset', () => {
    const fields = DATASET_NAMES.flatMap((name) => [...getDataset(name).fields.keys()]);
    const others = OTHERS.map(([, document]) => document).filter((document) => !Array.isArray(document));
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.constantFrom(...others), fc.boolean(), (field, other, isFirst) => {
        const own = { [field]: 'x' };
        const line = JSON.stringify(isFirst ? { ...own, ...(other as object) } : { ...(other as object), ...own });
        // Only the beginning of a line larger than the head is checked; no job writes lines that begin like a HAR file.
        fc.pre(isFirst || line.length < DETECT_BYTES);
        // With auto, a line with one array of objects and no known field is an envelope, whose elements are checked.
        fc.pre(input === 'ndjson' || !line.includes(':[{'));
        expect(rejectionOf(`${line}\n`, input)).toBeUndefined();
      }),
    );
  });
});

it('accepts every file when the records path is given', () => {
  const text = JSON.stringify(HAR);
  expect(outline(collect(text, { isKnownField, rejectOther: true, records: 'log.entries[]' }))).toEqual(['record']);
});

it('accepts every file by default', () => {
  expect(outline(collect(JSON.stringify(JOB), { isKnownField }))).toEqual(['record']);
});
