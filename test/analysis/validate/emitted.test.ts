// src/analysis/validate accepts everything that src/language/output writes for a job: in every timestamp format, as NDJSON, as CSV, with a template, and as
// one document.
import { describe, expect, it } from 'vitest';
import { generateLines } from '../../../samples/generator/index.ts';
import { createLineOutput } from '../../../src/analysis/emit/index.ts';
import { lineSchemaOf } from '../../../src/analysis/validate/index.ts';
import { readerOptionsOf } from '../../../src/input/objects/reader-options.ts';
import { createRecordReader } from '../../../src/input/record/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import type { OutputOptions } from '../../../src/language/job/index.ts';
import { BatchText } from '../../../src/language/output/index.ts';
import { countsOf, RULESET, sampleJob, validationFor } from '../../helpers/validate/checked.ts';

const dataset = getDataset('http_requests');
const lines = [...generateLines({ count: 400, seed: 3, scale: 50 })];
/** A line that a job with CVE-2021-44228 must not write unchanged. */
const LOOKUP = lines[7]!.replace('"ClientRequestPath":"/', () => `"ClientRequestPath":"/\${a}\\u0024{b}$\\u007bc}`);
lines[7] = LOOKUP;
const names = sampleJob('all-requests').outputOptions.field_names!;
const NAME = '20261101/20261101T000000Z_20261104T000000Z_aa.log';

/** The batch that a job writes of the lines. */
function emitted(options: OutputOptions): Buffer {
  const output = createLineOutput(options, dataset);
  const chunks: Buffer[] = [];
  const batch = new BatchText(output.options, (chunk) => chunks.push(Buffer.from(chunk)));
  const reader = createRecordReader(
    { input: 'ndjson' },
    { record: (record) => batch.add(output.print(record)), blank() {}, malformed() {}, remark() {} },
  );
  reader.push(Buffer.from(lines.join('')));
  reader.end();
  batch.end();
  return Buffer.concat(chunks);
}

describe('emitted lines are clean', () => {
  it.each<[string, OutputOptions]>([
    ...(['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'] as const).map(
      (timestamp_format): [string, OutputOptions] => [timestamp_format, { field_names: names, timestamp_format }],
    ),
    ['CVE-2021-44228', { field_names: names, 'CVE-2021-44228': true }],
    ['blank lines around the batch', { field_names: names, batch_prefix: '\n', batch_suffix: '\n' }],
    ['other order', { field_names: names.toReversed() }],
    ['CSV', { field_names: names, output_type: 'csv' }],
    [
      'CSV with blank lines around the batch',
      { field_names: names, output_type: 'csv', batch_prefix: '\n', batch_suffix: '\n' },
    ],
    [
      'TSV with a header',
      { field_names: names, output_type: 'csv', field_delimiter: '\t', batch_prefix: `${names.join('\t')}\n` },
    ],
    [
      'a document',
      {
        field_names: names,
        batch_prefix: '{"events":[',
        record_suffix: '}',
        record_delimiter: ',',
        batch_suffix: ']}',
      },
    ],
    [
      'a template',
      {
        field_names: names,
        record_template:
          '"ray":{{.RayID}},"at":{{.EdgeStartTimestamp}},"path":{{.ClientRequestPath}},"headers":{{.RequestHeaders}}',
      },
    ],
  ])('%s', (_, options) => {
    expect(LOOKUP).toContain(`\${a}`);
    const validation = validationFor({
      options,
      ruleset: RULESET,
      filter: '{"where":{"key":"ClientRequestPath","operator":"!eq","value":"/healthz"}}',
    });
    const { input } = lineSchemaOf(options, dataset);
    const object = validation.openObject(
      NAME,
      readerOptionsOf({ outputOptions: options }, dataset, { input, records: undefined, columns: undefined }),
    );
    object.push(emitted(options));
    object.end(false);
    const totals = validation.toTotals();
    expect({ ...countsOf(totals), 'custom-near-limit': 0 }).toEqual({ 'custom-near-limit': 0 });
    expect(totals.lines).toMatchObject({ read: lines.length, kept: lines.length, clean: lines.length });
  });
});
