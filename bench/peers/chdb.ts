// node chdb.ts version | count FILE… | substring FILE… | full FILE…: prints the answer of chdb (ClickHouse) as JSON,
// with two threads. Each query is the fastest of those tried, see ../README.md.
import { basename, dirname } from 'node:path';
import { query } from 'chdb';
import { answerOf, COLUMNS, EMPTY, type GroupedRow } from './question.ts';

const [mode, ...files] = process.argv.slice(2);
// Braces match names only: all files are in one folder.
const glob = `'${dirname(files[0] ?? '')}/{${files.map((file) => basename(file)).join(',')}}'`;
const SETTINGS = 'SETTINGS max_threads = 2';

/** Reads three columns with the functions of a name prefix; the first condition spares most lines the other two. */
const countWith = (functions: string) => `
  SELECT count()
  FROM file(${glob}, LineAsString, 'line String')
  WHERE ${functions}Int(line, 'EdgeResponseStatus') >= 500 AND ${functions}String(line, 'ClientRequestMethod') = 'GET'
    AND NOT startsWith(${functions}String(line, 'ClientRequestPath'), '/static') ${SETTINGS}`;

const FULL = `
  SELECT toInt32(EdgeResponseStatus) < 400 AND ClientRequestMethod = 'GET'
      AND NOT startsWith(ClientRequestPath, '/static') AS kept,
    count(), ${COLUMNS.map((name) => `count(${name}), countIf(${name} IN ${EMPTY}), sum(length(${name}))`).join(', ')}
  FROM file(${glob}, JSONEachRow, '${COLUMNS.map((name) => `${name} Nullable(String)`).join(', ')}')
  GROUP BY kept ${SETTINGS}`;

const rowsOf = (sql: string) => (JSON.parse(query(sql, 'JSONCompact')) as { data: GroupedRow[] }).data;

if (mode === 'version') console.log(String(rowsOf('SELECT version()')[0]?.[0]));
else if (mode === 'count') console.log(JSON.stringify({ kept: Number(rowsOf(countWith('JSONExtract'))[0]?.[0]) }));
// Searches for the text of a key and takes what follows: it parses no JSON, and is correct only on lines as regular as
// these.
else if (mode === 'substring') {
  console.log(JSON.stringify({ kept: Number(rowsOf(countWith('simpleJSONExtract'))[0]?.[0]) }));
} else if (mode === 'full') console.log(JSON.stringify(answerOf(rowsOf(FULL))));
else throw new Error(`cannot query chdb: found mode ${mode}, expected version, count, substring or full`);
