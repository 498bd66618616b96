// headgate explain: the truth tree of a filter on chosen lines.
import { type Command, Option } from 'commander';
import {
  addJudgeFlags,
  addOutputFlags,
  addSourceFlags,
  type JudgeFlags,
  type OutputFlags,
  parseCount,
  type SourceFlags,
} from './common-flags.ts';
import { EXIT_INTERRUPTED } from './exit-code.ts';
import type { SetExitCode } from './program.ts';
import { readingRequest } from './replay-flags.ts';

interface ExplainFlags extends JudgeFlags, SourceFlags, OutputFlags {
  null: 'unknown' | 'zero';
  ray?: string;
  line?: number;
  limit: number;
}

const EXAMPLES = `
Examples:
  headgate explain samples/logs --filter 'EdgeResponseStatus >= 500' --limit 3
  headgate explain samples/logs --filter @samples/filters/errors.json --ray 8f3a5c2d1e4b6a70
  zcat object.log.gz | headgate explain - --job job.json --line 17`;

/** Lines explained unless told otherwise. */
const DEFAULT_LIMIT = 5;

/** Adds the command. */
export function addExplainCommand(program: Command, setExitCode: SetExitCode): Command {
  const command = program
    .command('explain')
    .summary('show on single lines what each condition of a filter says')
    .description(
      'Shows the truth tree of filters on the first lines of a source, or on those chosen by --ray or --line.',
    )
    .argument('[source...]', "folder, file, -, or destination_conf (default: the job's)")
    .option('--ray <id>', 'only lines with this RayID')
    .option('--line <n>', 'only this line, counted over all objects in order', parseCount(1))
    .option('--limit <n>', 'most lines shown', parseCount(1), DEFAULT_LIMIT)
    .addOption(
      new Option('--null <reading>', 'what JSON null counts as').choices(['unknown', 'zero']).default('unknown'),
    )
    .addHelpText('after', EXAMPLES);
  addJudgeFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, ['text', 'json']);
  return command.action(async (sources: string[], flags: ExplainFlags) => {
    const request = readingRequest(sources, flags);
    const { explain } = await import('../task/index.ts');
    const { renderExplainJson, renderExplainText } = await import('../render/index.ts');
    const { styleOf, writeResult } = await import('./output.ts');
    const { listenForInterrupt } = await import('./interrupt.ts');
    const { noticeJudges, printInvalid } = await import('./judge-notice.ts');
    const interrupt = listenForInterrupt();
    const result = await explain({
      ...request,
      signal: interrupt.signal,
      choice: { ray: flags.ray, line: flags.line, limit: flags.limit },
      onJudges: (judges) => noticeJudges(judges, flags),
    }).catch(printInvalid);
    if (interrupt.signal.aborted) setExitCode(EXIT_INTERRUPTED);
    await writeResult(
      flags.format === 'json' ? renderExplainJson(result) : renderExplainText(result, styleOf(flags)),
      flags,
    );
  });
}
