// `npm run fuzz -- --minutes N [--seed S] [--only WORDS]`: runs the properties of the kernel, of columns, of validate, of proofs and of shortened filters
// with new seeds until the time is up. Stops at the first difference, and prints the smallest failing input and the command that repeats it.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SEEN } from '../helpers/kernel/both-ways.ts';
import { COLUMN_PROPERTIES } from '../properties/columns/column-properties.ts';
import { BUILDER_PROPERTIES } from '../properties/kernel/builder-properties.ts';
import { INFLATE_PROPERTIES } from '../properties/kernel/inflate-properties.ts';
import { LINE_PROPERTIES } from '../properties/kernel/line-properties.ts';
import type { Property } from '../properties/kernel/property.ts';
import { SCAN_PROPERTIES } from '../properties/kernel/scan-properties.ts';
import { PROOF_PROPERTIES } from '../properties/logic/proof-properties.ts';
import { SHORTEN_PROPERTIES } from '../properties/logic/shorten-properties.ts';
import { FORM_PROPERTIES } from '../properties/validate/schema-properties.ts';

const MINUTE_MS = 60_000;
/** Interval of progress reports. */
const REPORT_EVERY_MS = 30_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 1);
const firstSeed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(firstSeed)) {
  reject('found invalid --minutes or --seed, expected numbers like --minutes 10 --seed 123');
}
const properties = [
  ...SCAN_PROPERTIES,
  ...LINE_PROPERTIES,
  ...BUILDER_PROPERTIES,
  ...INFLATE_PROPERTIES,
  ...COLUMN_PROPERTIES,
  ...FORM_PROPERTIES,
  ...PROOF_PROPERTIES,
  ...SHORTEN_PROPERTIES,
].filter(({ name }) => name.includes(values.only ?? ''));
if (properties.length === 0) reject(`found no property with ${JSON.stringify(values.only)} in its name`);

const end = Date.now() + minutes * MINUTE_MS;
let reportedAt = Date.now();
const tries = new Map<Property, number>(properties.map((property) => [property, 0]));

console.log(`seed ${firstSeed}: ${minutes} minutes of ${properties.length} properties`);
for (let seed = firstSeed; Date.now() < end && process.exitCode === undefined; seed += 1) await runRound(seed);
report('done');

/** Runs every property once with this seed. */
async function runRound(seed: number): Promise<void> {
  for (const property of properties) {
    const { failed, message } = await property.check({ seed, numRuns: property.runs });
    tries.set(property, tries.get(property)! + property.runs);
    if (failed) {
      console.error(`${property.name}:\n${message}\n`);
      console.error(`again: npm run fuzz -- --minutes 1 --seed ${seed} --only ${JSON.stringify(property.name)}`);
      process.exitCode = 1;
      return;
    }
    if (Date.now() - reportedAt > REPORT_EVERY_MS) report(`seed ${seed}`);
    if (Date.now() > end) return;
  }
}

function report(when: string): void {
  reportedAt = Date.now();
  const counts = [...tries.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${when}: ${counts} tries, ${SEEN.lines} lines read by the kernel, ${SEEN.left} left to JavaScript`);
}

function reject(why: string): never {
  console.error(`cannot run: ${why}`);
  process.exit(2);
}
