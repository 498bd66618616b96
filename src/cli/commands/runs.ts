// headgate runs: the runs of commands with --workers, as Redis has them.
import { once } from 'node:events';
import type { RunState } from '../../input/workers/index.ts';
import { RUN_LIST_RENDERERS } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { commandTask } from '../run-command.ts';

const REDIS = {
  name: 'redis',
  takes: 'one',
  help: 'Address as of --workers: redis://HOST:PORT; password: HEADGATE_REDIS_PASSWORD',
} as const;
const RUN = { name: 'run', takes: 'one', help: 'Id of the run, as headgate runs list prints it' } as const;

const listCommand = defineCommand({
  name: 'list',
  summary: 'List runs and workers',
  description:
    'Lists the runs that Redis has, with how many of their shards are done, and the workers that were seen in the last 10 s.',
  arguments: [REDIS],
  notes: `
Exit codes: 0 listed, also if there are no runs, 2 no answer.`,
  formats: RUN_LIST_RENDERERS,
  run: ([redis]) => listTask(redis),
});

const showCommand = defineCommand({
  name: 'show',
  summary: 'Show a run',
  description:
    'Shows one run: its shards by state, the objects that could not be read, the command that continues it, and the workers.',
  arguments: [REDIS, RUN],
  notes: `
Exit codes: 0 shown, 2 no such run, or no answer.`,
  formats: RUN_LIST_RENDERERS,
  run: ([redis, run]) => listTask(redis, run),
});

const attachCommand = defineCommand({
  name: 'attach',
  summary: 'Continue a run, and print its report',
  description:
    'Runs the command of a run again, in the folder that it ran in: takes the answers that are there, waits for the others, and prints the report.',
  arguments: [REDIS, RUN],
  notes: `
Exit codes: those of the command.`,
  run: ([redis, run]) => attach(redis, run),
});

const cancelCommand = defineCommand({
  name: 'cancel',
  summary: 'Remove a run and its partial answers',
  description:
    'Removes a run from Redis, with the answers over its shards. Workers stop after the shard that they read.',
  arguments: [REDIS, RUN],
  notes: `
Exit codes: 0 removed, 2 no such run, or no answer.`,
  run: async ([redis, run]) => {
    const { cancelRun } = await import('../../verbs/worker/list-runs.ts');
    const { printNotice } = await import('../stdio/output.ts');
    await cancelRun({ url: redis, run });
    printNotice(`headgate: run ${run} is removed`, {});
  },
});

/** The group of commands. */
export const runsCommand = defineCommand({
  name: 'runs',
  summary: 'List, continue and cancel the runs of commands with --workers',
  description: 'Works with the runs that commands with --workers leave in Redis. docs/scale.md describes them.',
  commands: [listCommand, showCommand, attachCommand, cancelCommand],
});

function listTask(redis: string, run?: string) {
  return commandTask(RUN_LIST_RENDERERS, async () => {
    const { listRuns } = await import('../../verbs/worker/list-runs.ts');
    return { result: await listRuns({ url: redis, run }), isPartial: false, isNegative: false };
  });
}

/** Begins the command in a process of its own, which takes over standard streams, and ends with its exit code. */
async function attach(redis: string, run: string): Promise<void> {
  const { listRuns } = await import('../../verbs/worker/list-runs.ts');
  const { spawn } = await import('node:child_process');
  const { setExitCode } = await import('../exit-code.ts');
  const { HeadgateError, readReason } = await import('../../base/index.ts');
  const [{ command, folder }] = (await listRuns({ url: redis, run })).runs as [RunState];
  if (command.length === 0)
    throw new HeadgateError(
      'usage',
      `cannot continue run ${run}: Redis has no command of it, since the command has a secret or a program began it; run that again`,
    );
  const child = spawn(process.execPath, [process.argv[1]!, ...command, '--workers', redis], {
    cwd: folder,
    stdio: 'inherit',
  });
  // A terminal sends its signals to the child, too, which prints the partial report. A supervisor sends SIGTERM to this process alone.
  for (const name of ['SIGINT', 'SIGHUP']) process.on(name, () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw new HeadgateError('usage', `cannot continue run ${run} in ${folder}: ${readReason(error)}`);
  });
  setExitCode(code ?? 2);
}
