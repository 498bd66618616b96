// Writes the lines of a preview, with the output options of a job if there is one, through the code that replay --emit uses. Writes
// a line for every exchange, including those that the job's filter or sample_rate would drop.
import { createLineOutput } from '../../analysis/emit/index.ts';
import { createRecordReader } from '../../input/record/index.ts';
import type { LoggedValue, Ruleset } from '../../language/custom-fields/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import { BatchText, defaultsOf } from '../../language/output/index.ts';
import type { Exchange } from '../../sandbox/traffic/index.ts';
import { createLogLine, unmappedFields } from './log-line.ts';

/** Receives text, in order. */
export type TextSink = (text: string | Uint8Array) => void;

/** Writes the line of each exchange. */
export interface PreviewOutput {
  /** @param values by configured field */
  add(exchange: Exchange, values: readonly LoggedValue[]): void;
  /** Writes the text after the last line. */
  end(): void;
  /** A note on the fields that the job writes and no exchange contains; undefined if there are none. */
  readonly unmapped: string | undefined;
}

/**
 * Creates the writer of a preview's lines.
 * @param options of the job; undefined: every line contains every field of its exchange
 * @throws HeadgateError `template-invalid`, `csv-without-fields` (kind `negative`)
 */
export function createPreviewOutput(
  ruleset: Ruleset,
  options: OutputOptions | undefined,
  write: TextSink,
): PreviewOutput {
  if (options === undefined) {
    const line = createLogLine(ruleset, undefined);
    return { add: (exchange, values) => write(line(exchange, values)), end: () => {}, unmapped: undefined };
  }
  return jobOutput(ruleset, options, write);
}

function jobOutput(ruleset: Ruleset, options: OutputOptions, write: TextSink): PreviewOutput {
  const output = createLineOutput(options, getDataset('http_requests'));
  const names = output.options.field_names;
  const line = createLogLine(ruleset, names && [...new Set(names)]);
  const batch = new BatchText(output.options, write);
  const reader = createRecordReader(
    // This program wrote the lines: none is too long or malformed.
    { input: 'ndjson', maxLineBytes: Number.MAX_SAFE_INTEGER },
    {
      record: (record) => batch.add(output.print(record)),
      blank: () => {},
      remark: () => {},
      malformed: ({ message }) => {
        throw new Error(`cannot read a line of this program: ${message}`);
      },
    },
  );
  return {
    add: (exchange, values) => reader.push(Buffer.from(line(exchange, values))),
    end: () => {
      reader.end();
      batch.end();
    },
    unmapped: describeUnmapped(unmappedFields(ruleset, names ?? []), options),
  };
}

function describeUnmapped(names: readonly string[], options: OutputOptions): string | undefined {
  if (names.length === 0) return undefined;
  const { output_type: type, record_template: template } = defaultsOf(options);
  const how =
    template !== undefined ? 'they are null' : type === 'csv' ? 'their cells are empty' : 'the lines omit them';
  return `found field_names that no exchange contains (${how}): ${names.join(', ')}`;
}
