// Any jobs, batches, pauses, failures and changes: every line that a job keeps is pushed once, in order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mix32 } from '../../../src/base/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { pathLines, pushToMemory, type TestJob } from '../../helpers/sandbox/push-to-memory.ts';

interface AnyJob {
  digits: string;
  settings: Omit<TestJob, 'id' | 'filter' | 'destination_conf'>;
}

const anyJob: fc.Arbitrary<AnyJob> = fc.record({
  digits: fc.constantFrom('', '0', '5', '123', '02468'),
  settings: fc.record(
    {
      max_upload_records: fc.integer({ min: 0, max: 20 }),
      max_upload_bytes: fc.integer({ min: 0, max: 200 }),
      max_upload_interval_seconds: fc.integer({ min: 0, max: 60 }),
      output_options: fc.constantFrom(pathLines(), { ...pathLines(), 'CVE-2021-44228': true }),
    },
    { requiredKeys: [] },
  ),
});

/** What happens after an exchange. */
const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'nothing' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 90_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const), job: fc.nat(3), to: anyJob }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'flush' as const }) },
);

function jobOf(id: number, { digits, settings }: AnyJob): TestJob {
  const conditions = [...digits].map((digit) => ({ key: 'ClientRequestPath', operator: 'endsWith', value: digit }));
  const filter = digits === '' ? {} : { filter: JSON.stringify({ where: { or: conditions } }) };
  return { id, destination_conf: `/${id}`, ...filter, ...settings };
}

it('every kept line arrives once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyJob, { minLength: 1, maxLength: 4 }),
      fc.array(anyStep, { minLength: 1, maxLength: 60 }),
      fc.boolean(),
      fc.nat(),
      async (jobs, steps, followsTraffic, seed) => {
        const present = [...jobs];
        let puts = 0;
        const tries = new Map<string, number>();
        // Each batch fails up to four times.
        const answer = async ({ name }: { name: string }) => {
          puts += 1;
          const failed = tries.get(name) ?? 0;
          tries.set(name, failed + 1);
          return failed < 4 && mix32(seed + puts) % 2 === 0 ? 'no' : undefined;
        };
        const { push, set, clock, engine, texts } = pushToMemory({
          jobs: present.map((job, index) => jobOf(index, job)),
          answer,
          followsTraffic,
        });
        const expected = present.map((): string[] => []);
        for (const [index, step] of steps.entries()) {
          push(`/${index}`);
          for (const [job, { digits }] of present.entries()) {
            if (digits === '' || digits.includes(String(index % 10))) expected[job]!.push(`"/${index}"`);
          }
          if (step.kind === 'wait') {
            clock.advance(clock.now() + step.ms);
            await clock.moveBy(step.ms);
          } else if (step.kind === 'change' && step.job < present.length) {
            present[step.job] = step.to;
            set(present.map((job, id) => jobOf(id, job)));
          } else if (step.kind === 'flush') {
            void engine.flush();
          }
        }
        const flushed = engine.flush();
        await clock.moveBy(400_000);
        await flushed;
        for (const [job, lines] of expected.entries()) {
          // Objects may arrive in another order.
          const objects = texts(`/${job}`).sort((a, b) => firstOf(a) - firstOf(b));
          expect(objects.join('').split('\n').slice(0, -1)).toEqual(lines);
        }
        const totals = await engine.stop();
        expect(totals.jobs.map(({ lines }) => lines)).toEqual(expected.map(({ length }) => length));
        expect(totals.jobs.every(({ lostBatches }) => lostBatches === 0)).toBe(true);
        expect(clock.sleeping).toBe(0);
      },
    ),
    { numRuns: randomRuns(40) },
  );
});

/** Number of the first line of an object. */
function firstOf(text: string): number {
  return Number(/\d+/.exec(text)![0]);
}
