// From output_options to the schema of lines: keys in order, types, how objects are read; and forms that cannot be validated.
import { describe, expect, it } from 'vitest';
import { lineSchemaOf } from '../../../../src/analysis/validate/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import type { OutputOptions } from '../../../../src/language/job/index.ts';

const http = getDataset('http_requests');
const NAMES = ['RayID', 'EdgeStartTimestamp'];

describe('forms', () => {
  it.each<[string, OutputOptions, object]>([
    ['the defaults', { field_names: NAMES }, { input: 'ndjson', timestampFormat: 'unixnano', rewritesCve: false }],
    ['CSV', { field_names: NAMES, output_type: 'csv' }, { input: 'csv' }],
    [
      'a document',
      {
        field_names: NAMES,
        batch_prefix: '{"events":[',
        record_suffix: '}',
        record_delimiter: ',',
        batch_suffix: ']}',
      },
      {},
    ],
    [
      'line ends as delimiters',
      { field_names: NAMES, record_suffix: '}', record_delimiter: '\n' },
      { input: 'ndjson' },
    ],
    [
      'CVE and a format',
      { field_names: NAMES, 'CVE-2021-44228': true, timestamp_format: 'rfc3339' },
      { rewritesCve: true, timestampFormat: 'rfc3339' },
    ],
  ])('%s', (_, options, form) => {
    expect(lineSchemaOf(options, http)).toMatchObject({
      ...form,
      fields: [
        { key: 'RayID', field: 'RayID', type: 'string' },
        { key: 'EdgeStartTimestamp', field: 'EdgeStartTimestamp', type: 'timestamp' },
      ],
    });
  });

  it('a document is recognized by its shape', () => {
    const options = {
      field_names: NAMES,
      batch_prefix: '[',
      record_suffix: '}',
      record_delimiter: ',',
      batch_suffix: ']',
    };
    expect(lineSchemaOf(options, http).input).toBe('auto');
  });

  it('a template that gives JSON lines: its keys, the types of its fields', () => {
    const record_template = '"ray":{{.RayID}},"kind":"{{ `edge` }}","at":{{.EdgeStartTimestamp}},"all":[{{.BotScore}}]';
    expect(lineSchemaOf({ field_names: NAMES, record_template }, http)).toMatchObject({
      input: 'ndjson',
      fields: [
        { key: 'ray', field: 'RayID', type: 'string' },
        { key: 'kind', field: undefined, type: 'unknown' },
        { key: 'at', field: 'EdgeStartTimestamp', type: 'timestamp' },
        { key: 'all', field: undefined, type: 'unknown' },
      ],
    });
  });

  it.each([[{}], [{ field_names: [] }]])('without field_names nothing is expected: %j', (options) => {
    expect(lineSchemaOf(options, http).fields).toBeUndefined();
  });

  it.each<[string, string, string | undefined, number, number]>([
    ['', '', undefined, 0, 0],
    ['\n', '\n', undefined, 1, 1],
    [' \n\n', '', undefined, 2, 0],
    ['', '\n', '}', 0, 0],
    ['', '\n\n', '}', 0, 1],
  ])(
    'blank lines of the batch: prefix %j, suffix %j, record_suffix %j',
    (prefix, suffix, record_suffix, first, last) => {
      const around = record_suffix === undefined ? {} : { record_suffix, record_delimiter: '\n' };
      const options = { field_names: NAMES, batch_prefix: prefix, batch_suffix: suffix, ...around };
      expect(lineSchemaOf(options, http)).toMatchObject({ input: 'ndjson', blankLines: { first, last } });
    },
  );

  it.each<[OutputOptions, number]>([
    [{}, 0],
    [{ record_delimiter: '\r\n' }, 1],
    [{ record_delimiter: '\n\n' }, 2],
    [{ record_suffix: '', record_delimiter: '\r\n' }, 0],
  ])('blank lines after the rows of CSV: %j', (options, between) => {
    const form = lineSchemaOf({ output_type: 'csv', field_names: NAMES, ...options }, http);
    expect(form.blankLines).toEqual({ first: 0, last: 0, between });
  });

  it('ResponseFields, which only the documentation knows, is an object', () => {
    expect(lineSchemaOf({ field_names: ['ResponseFields'] }, http).fields).toEqual([
      { key: 'ResponseFields', field: 'ResponseFields', type: 'object' },
    ]);
  });
});

describe('forms that give no JSON', () => {
  it.each<[string, OutputOptions, string]>([
    [
      'a syslog-like template',
      { record_template: '{{.ClientIP}} - {{.RayID}}' },
      'a record_template whose output is not JSON',
    ],
    [
      'another field delimiter',
      { field_names: NAMES, field_delimiter: ';' },
      'values of record_prefix, record_suffix or record_delimiter whose output is not JSON',
    ],
    ['no line ends at all', { field_names: NAMES, record_suffix: '}' }, 'whose output is not JSON'],
  ])('%s', (_, options, message) => {
    expect(() => lineSchemaOf(options, http)).toThrowError(
      expect.objectContaining({
        code: 'form-not-json',
        kind: 'unreachable',
        message: expect.stringContaining(message),
      }),
    );
  });
});
