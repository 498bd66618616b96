// The lines of a preview: as they are, or as the job writes them, through the same src/output that replay --emit uses. Leaves
// no line out: what a job's filter or sample_rate would drop is written all the same, so that each exchange has its line.
import type { LoggedValue, Ruleset } from '../../custom-fields/index.ts';
import { getDataset } from '../../dataset/index.ts';
import type { OutputOptions } from '../../job/index.ts';
import { BatchText, createLineOutput, defaultsOf } from '../../output/index.ts';
import { createRecordReader } from '../../record/index.ts';
import type { Exchange } from '../../traffic/index.ts';
import { createLogLine, unmappedFields } from './log-line.ts';

/** Takes text, in order and for good. */
export type TextSink = (text: string | Uint8Array) => void;

/** Writes the line of each exchange. */
export interface PreviewOutput {
  /** @param values by configured field */
  add(exchange: Exchange, values: readonly LoggedValue[]): void;
  /** Writes what stands behind the last line. */
  end(): void;
  /** What there is to say of fields that the job writes and no exchange tells; undefined: nothing. */
  readonly untold: string | undefined;
}

/**
 * The writer of a preview's lines.
 * @param options of the job; undefined: every line has all that its exchange tells
 * @throws HeadgateError `template-invalid`, `csv-without-fields` (kind `negative`)
 */
export function createPreviewOutput(
  ruleset: Ruleset,
  options: OutputOptions | undefined,
  write: TextSink,
): PreviewOutput {
  if (options === undefined) {
    const line = createLogLine(ruleset, undefined);
    return { add: (exchange, values) => write(line(exchange, values)), end: () => {}, untold: undefined };
  }
  return jobOutput(ruleset, options, write);
}

function jobOutput(ruleset: Ruleset, options: OutputOptions, write: TextSink): PreviewOutput {
  const output = createLineOutput(options, getDataset('http_requests'));
  const names = output.options.field_names;
  const line = createLogLine(ruleset, names && [...new Set(names)]);
  const batch = new BatchText(output.options, write);
  const reader = createRecordReader(
    // The lines are ours: none is too long, and none malformed.
    { input: 'ndjson', maxLineBytes: Number.MAX_SAFE_INTEGER },
    {
      record: (record) => batch.add(output.print(record)),
      blank: () => {},
      remark: () => {},
      malformed: ({ message }) => {
        throw new Error(`cannot read the line that was just made: ${message}`);
      },
    },
  );
  return {
    add: (exchange, values) => reader.push(Buffer.from(line(exchange, values))),
    end: () => {
      reader.end();
      batch.end();
    },
    untold: describeUntold(unmappedFields(ruleset, names ?? []), options),
  };
}

function describeUntold(names: readonly string[], options: OutputOptions): string | undefined {
  if (names.length === 0) return undefined;
  const { output_type: type, record_template: template } = defaultsOf(options);
  const how =
    template !== undefined ? 'they are null' : type === 'csv' ? 'their cells are empty' : 'the lines lack them';
  return `no exchange tells these of the job's field_names, ${how}: ${names.join(', ')}`;
}
