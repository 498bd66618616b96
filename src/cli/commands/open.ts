// headgate open: shows a page on this machine on which every change of a filter is answered over the logs.
import { once } from 'node:events';
import type { OpenPage } from '../../page/server/open-page.ts';
import { MAX_PORT } from '../../sandbox/limits/index.ts';
import { resolveForm } from '../../verbs/request/logs-request.ts';
import { printSourceFlags } from '../../verbs/request/print-source-flags.ts';
import { type CommandFlags, defineCommand, UsageError } from '../command.ts';
import { inGroup } from '../flag-row.ts';
import { COST_FLAGS, DATASET_FLAG, FILTER_OPTIONS, guardFlags } from '../flags/filter-flags.ts';
import { SOURCE_ARGUMENT, SOURCE_FLAGS, THREADS_FLAG } from '../flags/source-flags.ts';
import { objectsRequest } from '../logs-request.ts';

const FLAGS = [
  {
    flag: '--port <n>',
    sets: 'port',
    kind: 'parsed',
    parse: parsePort,
    expected: `a port from 0 to ${MAX_PORT}`,
    default: 0,
    help: 'Port of the page; 0 selects a free one',
  },
  {
    flag: '--no-browser',
    sets: 'browser',
    kind: 'switch',
    value: false,
    help: 'Print the address, and open no browser',
  },
  THREADS_FLAG,
  ...inGroup(FILTER_OPTIONS, [
    {
      flag: '--to <filter>',
      sets: 'to',
      kind: 'text',
      help: 'Candidate to begin with: JSON, an expression, all, or @file (default: the filter in force)',
    },
    {
      flag: '--from <filter>',
      sets: 'from',
      kind: 'text',
      help: 'Filter in force, in the same forms (default: every line is kept)',
    },
    { flag: '-j, --job <file>', sets: 'job', kind: 'text', help: 'File with the job whose filter is in force' },
    {
      flag: '--transformer <file>',
      sets: 'transformer',
      kind: 'text',
      help: 'SQL of the transformer to begin with: a file, or SQL that begins with SELECT or WITH',
    },
    DATASET_FLAG,
  ]),
  ...inGroup(
    'Guard options:',
    guardFlags('kept >= 5%', 'newly-dropped <= 0.1%').filter(({ sets }) => sets !== 'neverKeep'),
  ),
  ...COST_FLAGS,
  ...SOURCE_FLAGS,
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const openCommand = defineCommand({
  name: 'open',
  summary: 'Open a page on this machine that answers every change of a filter over the logs',
  description:
    'Starts a page in the browser: two filters side by side, what they keep and cost over the logs, hour by hour, value by value and line by line. Reads the sources once, into a temporary index that is removed at the end; an index is used as it is. Only this machine can reach the page.',
  arguments: [{ ...SOURCE_ARGUMENT, help: 'Index, or sources as of replay (default: destination of the job)' }],
  flags: FLAGS,
  notes: `
The printed address has a token: who knows it can read the logs. The page changes nothing in an account, and sends nothing to other
machines. Ctrl-C ends it, and so does the end of the terminal.

Examples:
  headgate open samples/logs
  headgate open logs.index --to 'EdgeResponseStatus >= 500' --never-drop 'WAFAction == "block"'
  headgate open 's3://bucket/logs/{DATE}?region=eu-west-1' --since 7d --job job.json --price 0.50/GB

Exit codes: 0 stopped, 1 an invalid filter, or stopped after objects could not be read, 2 no answer.`,
  run: ([sources], flags) => runOpen(sources, flags),
});

async function runOpen(sources: readonly string[], flags: Flags): Promise<void> {
  if (flags.from !== undefined && flags.job !== undefined)
    throw new UsageError('cannot open the page: found --from and --job, expected one filter in force');
  const [
    { openPage },
    { readBeginning },
    { printInvalid },
    { listenForInterrupt },
    { writeBeforeWork },
    { printNotice },
    exits,
  ] = await Promise.all([
    import('../../page/server/open-page.ts'),
    import('../../page/server/read-beginning.ts'),
    import('../stdio/filter-notice.ts'),
    import('../stdio/interrupt.ts'),
    import('../stdio/optional-output.ts'),
    import('../stdio/output.ts'),
    import('../exit-code.ts'),
  ]);
  const signal = listenForInterrupt();
  const { range, slackMs, connection } = objectsRequest(sources, flags);
  const { nullAs } = flags;
  const reading = resolveForm({ ...flags.reading.form, unwrap: flags.reading.unwrap });
  // The page adds the time range, which is a part of its state.
  const sourceFlags = [
    ...(flags.dataset === undefined ? [] : [['--dataset', flags.dataset] as const]),
    ...printSourceFlags({ slackMs, reading, nullAs, connection }),
  ];
  const beginning = await readBeginning({ ...flags, sources, range }).catch((error: unknown) =>
    printInvalid(error, { color: true }),
  );
  const warn = (text: string): void => printNotice(`headgate: warning: ${text}`, {});
  const notice = (text: string): void => printNotice(`headgate: ${text}`, {});
  const page = await openPage({
    ...{ connection, range, slackMs, reading, nullAs, signal, onWarning: warn, port: flags.port },
    ...{ ...beginning, threads: flags.threads, sourceFlags, undecidedOk: flags.undecidedOk ?? false },
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (page === undefined) return exits.setExitCode(exits.EXIT_INTERRUPTED);
  const { address, shown, isIndex, read } = page;
  await writeBeforeWork(`${address}\n`, undefined);
  notice(
    `${isIndex ? 'answers over' : 'reads'} ${shown.join(', ')}; only this machine can open the address; Ctrl-C ends the page`,
  );
  let failure: string | undefined;
  void read.then((found) => {
    // What was not read because the page was stopped is no failure.
    if (signal.aborted) return;
    failure = found;
    if (found !== undefined) warn(found);
    else if (!isIndex) notice('all objects are read: the figures are exact');
  });
  if (flags.browser !== false && !(await openBrowser(page))) notice('open the address in a browser on this machine');
  if (!signal.aborted) await once(signal, 'abort');
  await page.stop();
  exits.setExitCode(failure === undefined ? exits.EXIT_DONE : exits.EXIT_NEGATIVE);
}

/** Opens the page in the browser of the user, through a file: the arguments of a process are public. @returns false without a browser */
async function openBrowser(page: OpenPage): Promise<boolean> {
  const { DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = process.env;
  const hasDisplay =
    process.platform !== 'linux' || (WSL_DISTRO_NAME === undefined && (DISPLAY ?? WAYLAND_DISPLAY) !== undefined);
  if (!hasDisplay) return false;
  const { spawn } = await import('node:child_process');
  const path = await page.redirect();
  const [program, ...args] = {
    darwin: ['open', path],
    win32: ['cmd', '/c', 'start', '""', path],
  }[process.platform as string] ?? ['xdg-open', path];
  const child = spawn(program!, args, { stdio: 'ignore', detached: true });
  child.unref();
  return await once(child, 'spawn').then(
    () => true,
    () => false,
  );
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= MAX_PORT ? port : undefined;
}
