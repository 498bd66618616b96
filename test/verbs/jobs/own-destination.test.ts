// jobs plan over the destination of the live job itself: what the job dropped or left out is not there, so that guards on it have no answer, and what
// it pushed is there exactly.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { type PlanJobsRequest, planJobs } from '../../../src/verbs/index.ts';
import { type JobInput, type LiveJobs, openLiveJobs, statusFilter } from '../../helpers/api/live-jobs.ts';

let sandbox: Sandbox;
let live: LiveJobs;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true });
  live = await openLiveJobs(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(() => live.deleteAll());

/** Exchanges, a third of which have each status. */
const EXCHANGES = 60;
const STATUSES = [200, 404, 503];
const FIELDS = ['RayID', 'EdgeResponseStatus'];
const sampling = (rate: number): JobInput => ({ output_options: { field_names: FIELDS, sample_rate: rate } });

/** Plans a change of a job over what the job has pushed. */
async function planOver(prefix: string, before: JobInput, after: JobInput, more: Partial<PlanJobsRequest> = {}) {
  const conf = live.conf(`${prefix}/{DATE}`);
  await live.create({ ...sampling(1), ...before, destination_conf: conf });
  for (let index = 0; index < EXCHANGES; index += 1) {
    sandbox.push({
      ...{ timestamp: undefined, client: { ip: '192.0.2.1', country: 'de' } },
      request: { method: 'GET', url: '/', httpVersion: 'h2', headers: [] },
      response: { status: STATUSES[index % STATUSES.length]!, headers: [] },
    });
  }
  await sandbox.flush();
  const { lines } = sandbox.totals().jobs[0]!;
  const file = await live.write('job.json', { name: 'errors', ...after });
  const plan = await planJobs({ ...live.access, timeoutMs: 20_000, jobs: [file], sources: [conf], ...more });
  return { lines, plan, job: plan.jobs[0]! };
}

const GUARDS = [
  'kept <= 1000',
  'kept >= 1',
  'pushed <= 1000',
  'pushed >= 1',
  'pushed-bytes <= 1 TB/month',
  'newly-dropped == 0',
];

it.each<[name: string, before: JobInput, after: JobInput, verdicts: string[]]>([
  [
    'a narrower filter: everything is there',
    { filter: statusFilter(400) },
    { filter: statusFilter(500) },
    ['holds', 'holds', 'holds', 'holds', 'holds', 'broken'],
  ],
  [
    'a broader filter: only what the old one kept is there',
    { filter: statusFilter(400) },
    { filter: statusFilter(300) },
    ['open', 'holds', 'open', 'holds', 'open', 'holds'],
  ],
  [
    'no filter any more',
    { filter: statusFilter(400) },
    { filter: '' },
    ['open', 'holds', 'open', 'holds', 'open', 'holds'],
  ],
  [
    'a sample of a complete source',
    { filter: statusFilter(400) },
    sampling(0.5),
    ['holds', 'holds', 'holds', 'holds', 'holds', 'broken'],
  ],
  [
    'no sample any more: the same filter drops no line, whatever the sample lacks',
    sampling(0.5),
    sampling(1),
    ['holds', 'holds', 'holds', 'holds', 'holds', 'holds'],
  ],
  [
    'a smaller sample: nothing may be left of so few lines',
    sampling(0.5),
    sampling(0.02),
    ['holds', 'broken', 'holds', 'open', 'holds', 'broken'],
  ],
  [
    'the same sample of fewer lines',
    sampling(0.5),
    { filter: statusFilter(400) },
    ['holds', 'holds', 'holds', 'holds', 'holds', 'broken'],
  ],
])('%s', async (name, before, after, verdicts) => {
  const { plan, job } = await planOver(name.replaceAll(/\W+/g, '-'), before, after, { guards: GUARDS });
  expect(job).toMatchObject({ problems: [], isOwnSource: true });
  const { guards } = job.effect!;
  const found = guards.map(({ holds, value }) => (value === null ? 'open' : holds ? 'holds' : 'broken'));
  expect(Object.fromEntries(GUARDS.map((guard, at) => [guard, found[at]]))).toEqual(
    Object.fromEntries(GUARDS.map((guard, at) => [guard, verdicts[at]])),
  );
  expect(plan.isApplicable).toBe(verdicts.every((one) => one === 'holds'));
});

it.each<[name: string, before: JobInput, after: JobInput, rate: number]>([
  ['the same rate', { filter: statusFilter(400) }, { filter: statusFilter(300) }, 1],
  ['a higher rate', sampling(0.5), sampling(1), 2],
  ['a lower rate', sampling(0.5), sampling(0.25), 0.5],
  ['no line of a disabled job', { filter: statusFilter(400) }, { enabled: false }, 0],
])('pushed is what was written before, and in proportion after: %s', async (name, before, after, rate) => {
  const { lines, job } = await planOver(`pushed-${name.replaceAll(' ', '-')}`, before, after);
  const { pushed, newlyDropped, from } = job.effect!;
  expect(pushed.from!.lines).toEqual({ value: lines, low: lines, high: lines });
  expect(from!.kept.lines).toBe(lines);
  expect(pushed.to.lines.value).toBeCloseTo(lines * rate);
  expect(pushed.to.lines.low === pushed.to.lines.high).toBe(rate === 0 || rate === 1);
  expect(newlyDropped!.lines).toBe(rate === 0 ? lines : 0);
});

it('has no guards for a job that the change disables', async () => {
  const { plan, job } = await planOver('off', {}, { enabled: false }, { guards: ['newly-dropped == 0'] });
  expect(plan.isApplicable).toBe(false);
  expect(job.problems).toEqual([expect.stringMatching(/^enabled: guards judge the filter/)]);
});
