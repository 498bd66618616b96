// headgate demo: the main job on a local bucket with sample logs, no account needed.
import type { Command } from 'commander';
import { readStdin } from '../../run/read-stdin.ts';
import { EXIT_INTERRUPTED } from '../exit-code.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import type { SetExitCode } from '../program.ts';

/** What to try after the demo: each one runs in a checkout as it stands here. A test runs them. */
export const NEXT_COMMANDS: readonly { command: string; why: string }[] = [
  {
    command: `npm run -s headgate -- replay samples/logs/all-requests --filter 'EdgeResponseStatus >= 500' --samples 2`,
    why: 'a filter of your own, with lines it keeps and drops',
  },
  {
    command: 'npm run -s headgate -- replay samples/logs --filter @samples/filters/wrong-case.json',
    why: 'a filter that keeps nothing, and why',
  },
  {
    command: `npm run -s headgate -- check '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"in","value":"200,201"}]}}'`,
    why: 'a mistake from the documentation, found and repaired',
  },
  {
    command: 'npm run -s headgate -- validate samples/logs/all-requests --job samples/jobs/errors-and-threats.json',
    why: 'is what lies there what a job promises? these are lines of another job',
  },
  {
    command: 'npm run -s headgate -- fields preview --ruleset samples/ruleset.json samples/traffic/shop.har',
    why: 'what custom fields would log of a visit saved in a browser, and what is cut',
  },
  {
    command:
      'npm run -s headgate -- sample samples/logs --estimate --filter @samples/filters/errors.json --precision 2%',
    why: 'the share a filter keeps, from a part of the objects',
  },
];

/** Adds the command. */
export function addDemoCommand(program: Command, setExitCode: SetExitCode): Command {
  const command = program
    .command('demo')
    .summary('replay two jobs over sample logs in a local bucket')
    .description(
      'Starts an S3 bucket on this machine, uploads the sample logs, and replays two jobs over them. Needs no account.',
    );
  addOutputFlags(command, ['text', 'json']);
  return command.action(async (flags: OutputFlags) => {
    const { startDemo } = await import('../../task/demo/demo.ts');
    const { replay } = await import('../../task/replay/replay.ts');
    const { abortable } = await import('../../run/abortable.ts');
    const { printPlural, renderJson, renderReportText } = await import('../../render/index.ts');
    const { printLines, printNotice, styleOf, writeResult } = await import('../stdio/output.ts');
    const { listenForInterrupt } = await import('../stdio/interrupt.ts');
    const { createProgressLine } = await import('../stdio/progress-line.ts');
    const signal = listenForInterrupt();
    printNotice('headgate: starting a local bucket …', flags);
    const demo = await abortable(startDemo(), signal);
    const progress = createProgressLine(flags);
    try {
      printNotice(`headgate: ${printPlural(demo.objects, 'sample object')} uploaded to ${demo.endpoint}`, flags);
      const report = await replay({
        filters: demo.jobFiles.map((value) => ({ kind: 'job', value })),
        dataset: undefined,
        sources: demo.sources,
        range: {},
        slackMs: undefined,
        nullAs: 'unknown',
        connection: {},
        threads: 1,
        samples: 0,
        detail: 'full',
        reading: { input: 'auto', records: undefined, columns: undefined },
        stdin: readStdin(),
        signal,
        onListing: progress.start,
        onProgress: progress.update,
      });
      progress.end();
      if (report.partial) setExitCode(EXIT_INTERRUPTED);
      const result = flags.format === 'json' ? renderJson(report) : renderReportText(report, styleOf(flags));
      await writeResult(result, flags, { isPartial: report.partial });
    } finally {
      await demo.stop();
    }
    printLines(
      ['', 'Try next:', ...NEXT_COMMANDS.map(({ command, why }) => `  # ${why}\n  ${command}`)].join('\n'),
      flags,
    );
  });
}
