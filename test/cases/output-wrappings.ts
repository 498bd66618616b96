// Wrappings of fields, records and batches by output_options, documented ones (Log output options) and combinations of them.
// `records`: paths that a user may pass to readers.
import type { OutputOptions } from '../../src/language/job/index.ts';

/** One wrapping. */
export interface Wrapping {
  title: string;
  options: OutputOptions;
  /** Values of `records` that select the same records; undefined: without it. */
  records: (string | undefined)[];
  /** Text before the fields of a record, for tests that damage it. */
  opening: string;
}

const IN_ARRAY = { record_suffix: '}}', record_delimiter: ',', batch_suffix: '\n]}\n' };

/** All wrappings. */
export const WRAPPINGS: readonly Wrapping[] = [
  { title: 'no wrapping', options: {}, records: [undefined], opening: '{' },
  {
    title: 'the documented JSON document',
    options: { batch_prefix: '{"events":[', record_prefix: '\n  {"info":{', ...IN_ARRAY },
    records: [undefined, 'events[].info', 'events[]'],
    opening: '{"info":{',
  },
  {
    title: 'a document of plain records',
    options: { batch_prefix: '{"events":[', record_suffix: '}', record_delimiter: ',', batch_suffix: ']}' },
    records: [undefined, 'events[]'],
    opening: '{',
  },
  {
    title: 'an array of wrapped records',
    options: {
      batch_prefix: '[',
      record_prefix: '{"info":{',
      record_suffix: '}}',
      record_delimiter: ',',
      batch_suffix: ']',
    },
    records: [undefined, '[].info'],
    opening: '{"info":{',
  },
  {
    title: 'lines of wrapped records',
    options: { record_prefix: '{"info":{', record_suffix: '}}\n' },
    records: [undefined],
    opening: '{"info":{',
  },
  {
    title: 'lines wrapped twice next to constants',
    options: {
      record_prefix: '{"source":"edge","event":{"kind":"request","http":{',
      record_suffix: '}},"v":1}\n',
    },
    records: [undefined],
    opening: '"http":{',
  },
  {
    title: 'line ends as delimiters',
    options: { record_prefix: '{"info":{', record_suffix: '}}', record_delimiter: '\n' },
    records: [undefined],
    opening: '{"info":{',
  },
  {
    title: 'an array two levels down',
    options: { batch_prefix: '{"batch":{"events":[', record_prefix: '{"info":{', ...IN_ARRAY, batch_suffix: ']}}' },
    records: [undefined, 'batch.events[].info', 'batch.events[]'],
    opening: '{"info":{',
  },
  {
    title: 'an array after another one',
    options: { batch_prefix: '{"meta":[{"zone":"a"}],"events":[', record_prefix: '{"info":{', ...IN_ARRAY },
    records: [undefined, 'events[].info'],
    opening: '{"info":{',
  },
  {
    title: 'a template inside a wrapper',
    options: {
      record_prefix: '{"info":{',
      record_template:
        '"RayID":{{.RayID}},"EdgeStartTimestamp":{{.EdgeStartTimestamp}},"EdgeResponseStatus":{{.EdgeResponseStatus}},"BotScore":{{.BotScore}}',
      record_suffix: '}}\n',
    },
    records: [undefined],
    opening: '{"info":{',
  },
  {
    title: 'a template that wraps',
    options: {
      record_template:
        '"event":{"RayID":{{.RayID}},"EdgeStartTimestamp":{{.EdgeStartTimestamp}},"EdgeResponseStatus":{{.EdgeResponseStatus}},"BotScore":{{.BotScore}}}',
    },
    records: [undefined],
    opening: '"event":{',
  },
];
