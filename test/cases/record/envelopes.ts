// Lines in envelopes that other systems put around a pushed line, and lines that only look like them, with what the reader makes of them.

/** Systems that wrap lines, each with the line that it stores and the path of the record in it. */
export const ENVELOPES: readonly { name: string; path: string; wrap: (line: string) => string }[] = [
  {
    name: 'Splunk HEC',
    path: 'event',
    wrap: (line) => `{"time":1793491200.5,"host":"edge","source":"http:logs","event":${line}}`,
  },
  { name: 'Elastic', path: '_source', wrap: (line) => `{"_index":"logs","_id":"a1","_source":${line}}` },
  {
    name: 'Elastic, JSON text',
    path: 'message',
    wrap: (line) => `{"@timestamp":"x","message":${JSON.stringify(line)}}`,
  },
  {
    name: 'Datadog',
    path: 'attributes',
    wrap: (line) => `{"id":"a1","message":"GET / 200","attributes":${line},"tags":["a"]}`,
  },
  { name: 'another key', path: 'payload', wrap: (line) => `{"id":7,"meta":{"RayID":"m"},"payload":${line}}` },
  {
    name: 'another key, JSON text',
    path: 'log',
    wrap: (line) => `{"stream":"stdout","log":${JSON.stringify(`${line}\n`)}}`,
  },
];

const FIELDS = '"RayID":"a","ClientIP":"b","BotScore":1';
const RECORD = `{${FIELDS}}`;
const TEXT = JSON.stringify(RECORD);

/** One line of http_requests. `path`: of its record, undefined where the line itself is the record; `json` of the record, the line by default. */
export const ENVELOPE_CASES: readonly { what: string; line: string; path?: string; json?: string; unwrap?: string }[] =
  [
    ...ENVELOPES.map(({ name, path, wrap }) => ({ what: name, line: wrap(RECORD), path, json: RECORD })),
    { what: 'a plain line', line: RECORD },
    { what: 'a field beside an envelope', line: `{"BotScore":2,"event":${RECORD}}` },
    { what: 'no field anywhere', line: '{"event":{"a":1},"b":{"c":2}}' },
    { what: 'no key', line: '{}' },
    { what: 'an empty envelope', line: '{"event":{}}' },
    { what: 'a known key with one field', line: '{"event":{"RayID":"a"}}', path: 'event', json: '{"RayID":"a"}' },
    { what: 'another key with two fields', line: '{"payload":{"RayID":"a","BotScore":1}}' },
    { what: 'two other keys that fit', line: `{"before":${RECORD},"after":${RECORD}}` },
    { what: 'the last of equal keys', line: `{"event":{"a":1},"event":${RECORD}}`, path: 'event', json: RECORD },
    { what: 'the last of equal keys does not fit', line: `{"event":${RECORD},"event":1}` },
    {
      what: 'known keys in their order',
      line: `{"attributes":{"RayID":"x"},"event":${RECORD}}`,
      path: 'event',
      json: RECORD,
    },
    {
      what: 'a known key before another',
      line: `{"payload":${RECORD},"event":{"RayID":"a"}}`,
      path: 'event',
      json: '{"RayID":"a"}',
    },
    { what: 'two envelopes', line: `{"result":{"_raw":${TEXT}}}`, path: 'result._raw', json: RECORD },
    {
      what: 'attributes twice',
      line: `{"attributes":{"attributes":${RECORD},"x":1}}`,
      path: 'attributes.attributes',
      json: RECORD,
    },
    { what: 'three envelopes', line: `{"a":{"b":{"c":${RECORD}}}}`, path: 'a.b.c', json: RECORD },
    { what: 'four envelopes', line: `{"a":{"b":{"c":{"d":${RECORD}}}}}` },
    {
      what: 'whitespace in text',
      line: `{"message":" \\t\\r\\n{\\n ${FIELDS.replaceAll('"', '\\"')} }\\r\\n"}`,
      path: 'message',
      json: `{  ${FIELDS} }`,
    },
    {
      what: 'escapes in text',
      line: '{"message":"\\u007b\\"RayID\\":\\"\\\\u00e9\\u00e9\\\\\\"\\"}"}',
      path: 'message',
      json: '{"RayID":"\\u00e9é\\""}',
    },
    {
      what: 'a lone surrogate in text',
      line: '{"message":"{\\"RayID\\":\\"\\ud800x\\"}"}',
      path: 'message',
      json: '{"RayID":"\\ud800x"}',
    },
    { what: 'a line feed in a string of text', line: '{"message":"{\\"RayID\\":\\"a\\nb\\"}"}' },
    { what: 'text after text', line: '{"message":"{\\"RayID\\":\\"a\\"} x"}' },
    { what: 'text that is cut', line: '{"message":"{\\"RayID\\":\\"a"}' },
    { what: 'text with an array', line: `{"message":"[${RECORD.replaceAll('"', '\\"')}]"}` },
    { what: 'an array', line: `{"event":[${RECORD}]}` },
    {
      what: 'three fields in another letter case',
      line: '{"x":{"rayid":"a","clientip":"b","botscore":1}}',
      path: 'x',
      json: '{"rayid":"a","clientip":"b","botscore":1}',
    },
    { what: 'one field in another letter case', line: '{"event":{"rayid":"a"}}' },
    { what: 'none', line: `{"event":${RECORD}}`, unwrap: 'none' },
    { what: 'a path', line: `{"BotScore":2,"x":${RECORD}}`, unwrap: 'x', path: 'x', json: RECORD },
    { what: 'a path without fields', line: '{"x":{"a":1}}', unwrap: 'x', path: 'x', json: '{"a":1}' },
    { what: 'a path of two keys', line: `{"x":{"y":${TEXT}}}`, unwrap: '.x.y', path: 'x.y', json: RECORD },
    { what: 'a key with a dot', line: `{"x.y":${RECORD}}`, unwrap: '$.x.y', path: 'x.y', json: RECORD },
    { what: 'a path to a number', line: '{"x":1}', unwrap: 'x' },
    { what: 'a path that the line lacks', line: `{"event":${RECORD}}`, unwrap: 'x' },
  ];
