// node duckdb.ts version | count FILE… | full FILE… | load DATABASE FILE… | table DATABASE: prints DuckDB's answer as JSON, with two threads.
// `load` creates a table of all columns; `table` asks it five times, and prints the milliseconds of each. Each query is the fastest of those
// tried, see ../README.md.
import { DuckDBInstance } from '@duckdb/node-api';
import { answerOf, COLUMNS, EMPTY, type GroupedRow } from './question.ts';

const [mode, ...args] = process.argv.slice(2);
const isStored = mode === 'load' || mode === 'table';
const [database, files] = isStored ? [args[0]!, args.slice(1)] : [':memory:', args];
const list = `[${files.map((file) => `'${file.replaceAll("'", "''")}'`).join(', ')}]`;

const countOf = (lines: string): string => `
  SELECT count(*)
  FROM ${lines}
  WHERE EdgeResponseStatus >= 500 AND ClientRequestMethod = 'GET' AND NOT starts_with(ClientRequestPath, '/static')`;

const fullOf = (lines: string): string => `
  SELECT CAST(EdgeResponseStatus AS INTEGER) < 400 AND ClientRequestMethod = 'GET'
      AND NOT starts_with(ClientRequestPath, '/static') AS kept,
    count(*), ${COLUMNS.map((name) => [name, `CAST(${name} AS VARCHAR)`])
      .map(([name, text]) => `count(${name}), count_if(${text} IN ${EMPTY}), sum(strlen(${text}))`)
      .join(', ')}
  FROM ${lines}
  GROUP BY kept`;

const readJson = (columns: readonly string[]): string =>
  `read_json(${list}, format = 'newline_delimited', columns = {${columns.join(', ')}})`;
const COUNTED = ["EdgeResponseStatus: 'INTEGER'", "ClientRequestMethod: 'VARCHAR'", "ClientRequestPath: 'VARCHAR'"];
const texts = COLUMNS.map((name) => `${name}: 'VARCHAR'`);
/** A table has the status as a number, as a count needs it. */
const TABLE = texts.map((column) => column.replace("EdgeResponseStatus: 'VARCHAR'", COUNTED[0]!));
const ROUNDS = 5;

const engine = await DuckDBInstance.create(database, { threads: '2' });
const connection = await engine.connect();
const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();

if (mode === 'version') console.log(String((await rowsOf('SELECT version()'))[0]?.[0]));
else if (mode === 'count')
  console.log(JSON.stringify({ kept: Number((await rowsOf(countOf(readJson(COUNTED))))[0]?.[0]) }));
else if (mode === 'full')
  console.log(JSON.stringify(answerOf((await rowsOf(fullOf(readJson(texts)))) as unknown as GroupedRow[])));
else if (mode === 'load') await rowsOf(`CREATE TABLE lines AS SELECT * FROM ${readJson(TABLE)}`);
else if (mode === 'table') {
  const [count, full] = [countOf('lines'), fullOf('lines')];
  const timed = async (sql: string): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const started = performance.now();
      await rowsOf(sql);
      times.push(performance.now() - started);
    }
    return times.slice(1);
  };
  const kept = Number((await rowsOf(count))[0]?.[0]);
  console.log(JSON.stringify({ kept, count: await timed(count), full: await timed(full) }));
} else throw new Error(`cannot query DuckDB: found mode ${mode}, expected version, count, full, load or table`);
