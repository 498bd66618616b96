// node duckdb.ts version | count FILE… | full FILE…: prints DuckDB's answer as JSON, with two threads. Each query is
// the fastest of those tried, see ../README.md.
import { DuckDBInstance } from '@duckdb/node-api';
import { answerOf, COLUMNS, EMPTY, type GroupedRow } from './question.ts';

const [mode, ...files] = process.argv.slice(2);
const list = `[${files.map((file) => `'${file.replaceAll("'", "''")}'`).join(', ')}]`;

const COUNT = `
  SELECT count(*)
  FROM read_json(${list}, format = 'newline_delimited',
    columns = {EdgeResponseStatus: 'INTEGER', ClientRequestMethod: 'VARCHAR', ClientRequestPath: 'VARCHAR'})
  WHERE EdgeResponseStatus >= 500 AND ClientRequestMethod = 'GET' AND NOT starts_with(ClientRequestPath, '/static')`;

const FULL = `
  SELECT CAST(EdgeResponseStatus AS INTEGER) < 400 AND ClientRequestMethod = 'GET'
      AND NOT starts_with(ClientRequestPath, '/static') AS kept,
    count(*), ${COLUMNS.map((name) => `count(${name}), count_if(${name} IN ${EMPTY}), sum(strlen(${name}))`).join(', ')}
  FROM read_json(${list}, format = 'newline_delimited',
    columns = {${COLUMNS.map((name) => `${name}: 'VARCHAR'`).join(', ')}})
  GROUP BY kept`;

const engine = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await engine.connect();
const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();

if (mode === 'version') console.log(String((await rowsOf('SELECT version()'))[0]?.[0]));
else if (mode === 'count') console.log(JSON.stringify({ kept: Number((await rowsOf(COUNT))[0]?.[0]) }));
else if (mode === 'full') console.log(JSON.stringify(answerOf((await rowsOf(FULL)) as unknown as GroupedRow[])));
else throw new Error(`cannot query DuckDB: found mode ${mode}, expected version, count or full`);
