// npm run bench [-- targets|evaluator|parse|fields|emit|inflate|scan|replay|index|columns|first-look|compare|validate|sample|growth|faults|api|push|edge|pools|logic|page|sandbox-start|suggest|transformer|workers|worker-kills] [--bytes N]
// [--rounds N] [--before FOLDER] [--only NAME] [--shards N] [--kills N] [--seed N]: measures on this machine and stores the raw runs. Without a name it
// measures the targets. `--before` applies to growth, `--only` to growth, stored-size, first-look and
// workers.
import { parseArgs } from 'node:util';
import { benchApi } from './api.bench.ts';
import { benchBucketFaults } from './bucket-faults.bench.ts';
import { benchColumns } from './columns.bench.ts';
import { benchCompare } from './compare.bench.ts';
import { benchEdge } from './edge.bench.ts';
import { benchEmit } from './emit.bench.ts';
import { benchEvaluator } from './evaluator.bench.ts';
import { benchFields } from './fields.bench.ts';
import { benchFirstLook } from './first-look.bench.ts';
import { benchGrowth } from './growth.bench.ts';
import { benchIndex } from './index.bench.ts';
import { benchInflate } from './inflate.bench.ts';
import { benchLogic } from './logic.bench.ts';
import { benchPage } from './page.bench.ts';
import { benchParse } from './parse.bench.ts';
import { benchPools } from './pools.bench.ts';
import { benchPush } from './push.bench.ts';
import { benchReplay } from './replay.bench.ts';
import { benchSample } from './sample.bench.ts';
import { benchSandboxStart } from './sandbox-start.bench.ts';
import { benchScan } from './scan.bench.ts';
import { benchStoredSize } from './stored-size.bench.ts';
import { benchSuggest } from './suggest.bench.ts';
import { benchTargets } from './targets.bench.ts';
import { benchTransformer } from './transformer.bench.ts';
import { benchValidate } from './validate.bench.ts';
import { benchWorkerKills } from './worker-kills.bench.ts';
import { benchWorkers } from './workers.bench.ts';

/** Plain bytes for the targets: enough to make start-up negligible. */
const TARGET_BYTES = 3_072_000_000;
/** Plain bytes of about 480,000 lines. */
const COLUMN_BYTES = 936_000_000;
/** Plain bytes of about 2 million lines, of the page and of suggest. */
const INDEX_BYTES = 2_640_000_000;
/** Plain bytes of what one worker reads. */
const WORKER_BYTES = 4_000_000_000;
/** Shards of the queue of workers: 100 TB. */
const WORKER_SHARDS = 400_000;
/** Processes of a run with workers that are killed. */
const WORKER_KILLS = 500;
/** Plain bytes for the other benchmarks. */
const BYTES = 200_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bytes: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    before: { type: 'string' },
    only: { type: 'string' },
    shards: { type: 'string', default: `${WORKER_SHARDS}` },
    kills: { type: 'string', default: `${WORKER_KILLS}` },
    seed: { type: 'string', default: '1' },
  },
});
const rounds = Number(values.rounds);
const bytesOr = (otherwise: number) => Number(values.bytes ?? otherwise);
const benches: Readonly<Record<string, () => Promise<void>>> = {
  targets: () => benchTargets(bytesOr(TARGET_BYTES), rounds),
  evaluator: benchEvaluator,
  logic: benchLogic,
  parse: benchParse,
  fields: () => benchFields(rounds),
  emit: () => benchEmit(bytesOr(BYTES), rounds),
  inflate: () => benchInflate(bytesOr(BYTES), rounds),
  transformer: () => benchTransformer(bytesOr(BYTES), rounds),
  scan: () => benchScan(bytesOr(BYTES), rounds),
  replay: () => benchReplay(bytesOr(BYTES), rounds),
  index: () => benchIndex(bytesOr(COLUMN_BYTES), rounds),
  columns: () => benchColumns(bytesOr(COLUMN_BYTES), rounds),
  'first-look': () => benchFirstLook(rounds, values.only),
  compare: () => benchCompare(bytesOr(BYTES), rounds),
  validate: () => benchValidate(bytesOr(BYTES), rounds),
  sample: () => benchSample(bytesOr(BYTES), rounds),
  growth: () => benchGrowth(rounds, values.before, values.only),
  faults: benchBucketFaults,
  api: () => benchApi(rounds),
  suggest: () => benchSuggest(bytesOr(INDEX_BYTES)),
  'sandbox-start': () => benchSandboxStart(rounds),
  page: () => benchPage(bytesOr(INDEX_BYTES), rounds),
  push: () => benchPush(rounds),
  pools: () => benchPools(rounds),
  edge: () => benchEdge(bytesOr(BYTES), rounds),
  workers: () => benchWorkers(Number(values.shards), bytesOr(WORKER_BYTES), rounds, values.only),
  'worker-kills': () => benchWorkerKills(Number(values.kills), Number(values.seed)),
  'stored-size': () => benchStoredSize(rounds * 10, values.only),
};
for (const name of positionals.length === 0 ? ['targets'] : positionals) {
  const bench = benches[name];
  if (bench === undefined) {
    console.error(`cannot bench: found ${JSON.stringify(name)}, expected one of ${Object.keys(benches).join(', ')}`);
    process.exit(2);
  }
  await bench();
}
