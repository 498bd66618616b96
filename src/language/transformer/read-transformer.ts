// SQL text → a checked transformer, or all of its problems at once. Never throws because of its input.
import { nearest } from '../../base/index.ts';
import { DATASET_NAMES, type Dataset, DEFAULT_DATASET, getDataset } from '../dataset/index.ts';
import { utf8Length } from '../filter/index.ts';
import type { TimestampFormat } from '../output/index.ts';
import { buildTransformer, type TransformerReading } from './build-transformer.ts';
import { CHOICES, type ChoiceName } from './choices.ts';
import { compileQuery } from './compile-query.ts';
import { built, type Compilation } from './compiled.ts';
import { DOCUMENTED_SQL_BYTES, MAX_SQL_BYTES } from './limits.ts';
import { parseSql } from './parse-sql.ts';
import { type Report, TransformerProblems } from './problem.ts';
import { type Name, type QuerySyntax, SqlText } from './syntax.ts';

/** Options of {@link readTransformer}. */
interface ReadTransformerOptions {
  /** The dataset of the job, which FROM must name. Undefined: the one that FROM names. */
  readonly dataset?: Dataset | undefined;
  /** The format that the job gives timestamps: SQL that needs the other form gets a warning. Undefined: not known. */
  readonly timestampFormat?: TimestampFormat | undefined;
}

/** Parses a transformer and checks it against its dataset. SQL of more than {@link MAX_SQL_BYTES} is rejected without parsing. */
export function readTransformer(
  sql: string,
  { dataset, timestampFormat }: ReadTransformerOptions = {},
): TransformerReading {
  const bytes = utf8Length(sql);
  const problems = new TransformerProblems(sql);
  const { report } = problems;
  const start = { from: 0, to: 0 };
  if (bytes > MAX_SQL_BYTES) {
    report('too-many-bytes', start, {
      found: `${bytes} bytes`,
      expected: `at most ${MAX_SQL_BYTES} bytes, by the schema of the API; the guide says ${DOCUMENTED_SQL_BYTES}`,
      fix: 'shorten it',
    });
    return { transformer: undefined, problems: problems.all(), bytes, dataset: undefined };
  }
  if (bytes > DOCUMENTED_SQL_BYTES) {
    report('over-documented-limit', start, {
      found: `${bytes} bytes`,
      expected: `at most ${DOCUMENTED_SQL_BYTES} bytes, by the guide; the schema of the API says ${MAX_SQL_BYTES}`,
      fix: 'shorten it',
    });
  }
  const query = parseSql(sql, report);
  const table = query && datasetName(query);
  const named = table && DATASET_NAMES.includes(table.text) ? getDataset(table.text) : undefined;
  // Behind a name that is no dataset's, the rest is checked as well.
  const near = named ?? nearestDataset(table);
  const used = dataset ?? near;
  if (table !== undefined) checkDataset(table, named, dataset, report);
  else if (query !== undefined && used === undefined && !problems.hasErrors)
    report('missing-from', query.select, {
      found: 'tables of WITH alone',
      expected: 'FROM dataset in one of them',
      fix: 'name the dataset of the job after its FROM',
    });
  const isOther = near !== undefined && near.name !== used?.name;
  if (query === undefined || used === undefined || isOther) {
    return { transformer: undefined, problems: problems.all(), bytes, dataset: named?.name };
  }
  const text = new SqlText(sql);
  const choices = new Set<ChoiceName>();
  const constructs = new Set<string>();
  const compilation: Compilation = {
    text,
    report,
    timestampFormat,
    use(choice, span, construct) {
      choices.add(choice);
      const { choice: chosen, shown } = CHOICES[choice];
      const words = chosen.replaceAll('`', '').replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
      if (shown !== undefined || construct === '' || constructs.has(construct)) return;
      constructs.add(construct);
      report('undocumented', span, {
        found: construct,
        expected: undefined,
        fix: `compare its result with the preview of the platform; the choice of headgate is: ${words}`,
      });
    },
  };
  built.size = 0;
  const stages = compileQuery(query, used, compilation, table?.text);
  const transformer =
    stages === undefined || problems.hasErrors ? undefined : buildTransformer(text, used, stages, [...choices]);
  return { transformer, problems: problems.all(), bytes, dataset: named?.name };
}

/** The name after the FROM that reads no table of WITH. */
function datasetName({ tables, select }: QuerySyntax): Name | undefined {
  const names = new Set(tables.map(({ name }) => name.text));
  const all = [...tables.map((table) => table.select), select];
  return all.map(({ table }) => table).find((table) => table !== undefined && !names.has(table.text));
}

function nearestDataset(table: Name | undefined): Dataset | undefined {
  const near = table && nearest(table.text.slice(0, 64), DATASET_NAMES);
  return near === undefined ? undefined : getDataset(near);
}

function checkDataset(table: Name, named: Dataset | undefined, dataset: Dataset | undefined, report: Report): void {
  const written = table.text.slice(0, 64);
  if (named === undefined) {
    const near = (dataset ?? nearestDataset(table))?.name;
    report('unknown-dataset', table, {
      found: JSON.stringify(written),
      expected: dataset === undefined ? `the name of a dataset, such as ${DEFAULT_DATASET}` : dataset.name,
      fix: near && `write FROM ${near}`,
    });
  } else if (dataset !== undefined && named.name !== dataset.name) {
    report('other-dataset', table, {
      found: named.name,
      expected: `${dataset.name}, the dataset of the job or of the source`,
      fix: `write FROM ${dataset.name}, or attach it to a job for ${named.name}`,
    });
  }
}
