// The demo: pushes simulated traffic through the two jobs of a sandbox, then reads what arrived with the other verbs, as a user would.
// Prints nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidationReport } from '../../analysis/validate/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import type { JobTotals, Sandbox } from '../../sandbox/index.ts';
import { type ReplayResult, replay } from '../replay/replay.ts';
import { startTemporary } from '../sandbox/temporary-sandbox.ts';
import { validate } from '../validate/validate.ts';

/** Version of this shape; incremented when a key changes its meaning or is removed. */
const DEMO_VERSION = 1;

/** One step, with the commands that do the same, given the variables that `headgate sandbox` prints. */
interface Step {
  commands: string[];
}

/** A job, in the push and in the replay. */
export interface ComparedJob {
  name: string;
  /** Lines that the sandbox pushed for the job. */
  pushed: number;
  /** Lines that the filter of the job keeps, replayed over the lines of the job that pushes everything. */
  kept: number;
}

/** What the demo did. The figures do not change from run to run; times and names of objects do. */
export interface DemoReport {
  version: typeof DEMO_VERSION;
  /** Whether the service pushed what the replay states, and every pushed line is valid. */
  closed: boolean;
  push: Step & { seconds: number; exchanges: number; jobs: JobTotals[] };
  replay: Step & { jobs: ComparedJob[]; report: ReplayResult };
  validation: Step & { report: ValidationReport };
  /** A filter that keeps nothing, and what the replay states of it. */
  wrongFilter: Step & { report: ReplayResult };
}

/**
 * Exchanges per second of the simulated shop, and its length in seconds of service time. The first 6,000 requests of the shop contain no
 * failed health check, which one job keeps and the other, whose lines are replayed, does not.
 */
const RATE = 10;

const SECONDS = 600;

const SEED = 7;

/** The job that pushes nearly every line, with the fields that the filter of the other job needs. */
const WHOLE_JOB = 'all-requests';

/** Pushed lines contain lower case: `docs/platform.md`, "Filters". */
const WRONG_FILTER = 'ClientCountry == "DE"';

const PHASE = 'http_log_custom_fields';

const SOURCE = `'s3://sandbox/${WHOLE_JOB}/{DATE}'`;

const GET = 'curl -sH "$AUTH" $ZONE';

/** What a user would type. */
const COMMANDS = {
  sandbox: `headgate sandbox --rate ${RATE} --for ${SECONDS / 60}m --seed ${SEED} --speed max`,
  auth: 'AUTH="Authorization: Bearer $CLOUDFLARE_API_TOKEN"',
  zone: 'ZONE=$CLOUDFLARE_BASE_URL/zones/$CLOUDFLARE_ZONE_ID',
  jobs: `${GET}/logpush/jobs > jobs.json`,
  replay: `headgate replay ${SOURCE} --job jobs.json`,
  ruleset: `${GET}/rulesets/phases/${PHASE}/entrypoint > ruleset.json`,
  validate: 'headgate validate --job jobs.json --ruleset ruleset.json',
  wrongFilter: `headgate replay ${SOURCE} --filter '${WRONG_FILTER}'`,
} as const;

/** How to run the demo. */
export interface DemoRequest {
  signal: AbortSignal;
  /** Called before each step, with what it does. */
  onStep: (text: string) => void;
}

/** Runs the demo. @throws HeadgateError if the sandbox cannot start, or pushed nothing */
export async function runDemo({ signal, onStep }: DemoRequest): Promise<DemoReport> {
  onStep('starting a sandbox …');
  const traffic = { rate: RATE, seconds: SECONDS, seed: SEED };
  const starting = startTemporary('demo', { traffic, speed: Number.POSITIVE_INFINITY });
  const { sandbox, folder } = await abortable(starting, signal);
  try {
    onStep(`pushing ten minutes of simulated traffic to ${new URL(sandbox.bucket.endpoint).origin} …`);
    return await runSteps(sandbox, { signal, onStep, folder });
  } catch (error) {
    // What a step was doing is nothing that the user asked for.
    signal.throwIfAborted();
    throw error;
  } finally {
    await sandbox.stop();
  }
}

async function runSteps(
  sandbox: Sandbox,
  { signal, onStep, folder }: DemoRequest & { folder: string },
): Promise<DemoReport> {
  await abortable(sandbox.trafficEnd, signal);
  await abortable(sandbox.flush(), signal);
  const { exchanges, jobs } = sandbox.totals();
  const push = { commands: [COMMANDS.sandbox], seconds: SECONDS, exchanges, jobs };
  if (jobs.reduce((sum, { lines }) => sum + lines, 0) === 0) {
    throw new HeadgateError('demo-empty', 'cannot show the demo: found no pushed line, expected some; run it again');
  }
  const zone = `${sandbox.baseURL}/zones/${sandbox.zoneId}`;
  const save = async (name: string, url: string): Promise<string> => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${sandbox.token}` }, signal });
    const path = join(folder, name);
    writeFileSync(path, await answer.text(), { mode: 0o600 });
    return path;
  };
  const jobFile = await save('jobs.json', `${zone}/logpush/jobs`);
  const rulesetFile = await save('ruleset.json', `${zone}/rulesets/phases/${PHASE}/entrypoint`);
  const common = { threads: 1, signal };
  const sources = [sandbox.bucket.destinationConf(`${WHOLE_JOB}/{DATE}`)];
  onStep('replaying both jobs over what arrived …');
  const replayed = await replay({ ...common, sources, jobs: [jobFile], detail: 'no-fields', stored: false });
  onStep('validating what arrived …');
  const validated = await validate({ ...common, job: jobFile, ruleset: rulesetFile });
  const wrong = await replay({ ...common, sources, filters: [WRONG_FILTER], detail: 'no-fields', stored: false });
  return demoReport({
    push,
    replay: { commands: [COMMANDS.auth, COMMANDS.zone, COMMANDS.jobs, COMMANDS.replay], report: replayed },
    validation: { commands: [COMMANDS.ruleset, COMMANDS.validate], report: validated },
    wrongFilter: { commands: [COMMANDS.wrongFilter], report: wrong },
  });
}

/** Creates the report: decides whether the loop is closed. */
export function demoReport(steps: {
  push: DemoReport['push'];
  replay: Step & { report: ReplayResult };
  validation: DemoReport['validation'];
  wrongFilter: DemoReport['wrongFilter'];
}): DemoReport {
  const { push, replay, validation, wrongFilter } = steps;
  const jobs = push.jobs.map(({ name, lines }) => ({
    name,
    pushed: lines,
    kept: replay.report.jobs?.find((job) => job.name === name)?.kept.lines ?? 0,
  }));
  const isSame =
    jobs.every(({ pushed, kept }) => pushed === kept) && push.jobs.every(({ lostLines }) => lostLines === 0);
  const isClean = validation.report.jobs.every(
    ({ valid, findings }) => valid && findings.every(({ severity }) => severity === 'remark'),
  );
  return {
    version: DEMO_VERSION,
    closed: isSame && isClean,
    push,
    replay: { commands: replay.commands, jobs, report: replay.report },
    validation,
    wrongFilter,
  };
}
