// npm run bench [-- evaluator|inflate|replay] [--bytes N] [--rounds N]: measures on this machine and keeps the raw runs.
import { parseArgs } from 'node:util';
import { benchEvaluator } from './evaluator.bench.ts';
import { benchInflate } from './inflate.bench.ts';
import { benchReplay } from './replay.bench.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { bytes: { type: 'string', default: '200000000' }, rounds: { type: 'string', default: '5' } },
});
const wanted = positionals.length === 0 ? ['evaluator', 'inflate', 'replay'] : positionals;
if (wanted.includes('evaluator')) await benchEvaluator();
if (wanted.includes('inflate')) await benchInflate(Number(values.bytes), Number(values.rounds));
if (wanted.includes('replay')) await benchReplay(Number(values.bytes), Number(values.rounds));
