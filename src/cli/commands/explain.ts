// headgate explain: the truth tree of a filter on chosen lines.
import type { Command } from 'commander';
import { DEFAULT_EXPLAINED_LINES } from '../../run/request-defaults.ts';
import { EXIT_INTERRUPTED, EXIT_NEGATIVE } from '../exit-code.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import type { SetExitCode } from '../program.ts';

interface ExplainFlags extends FilterFlags, SourceFlags, OutputFlags {
  ray?: string;
  line?: number;
  limit: number;
}

const EXAMPLES = `
Examples:
  headgate explain samples/logs --filter 'EdgeResponseStatus >= 500' --limit 3
  headgate explain samples/logs --filter @samples/filters/errors.json --ray 8f3a5c2d1e4b6a70
  zcat object.log.gz | headgate explain - --job job.json --line 17`;

/** Adds the command. */
export function addExplainCommand(program: Command, setExitCode: SetExitCode): Command {
  const command = program
    .command('explain')
    .summary('show on single lines what each condition of a filter says')
    .description(
      'Shows the truth tree of filters on the first lines of a source, or on those chosen by --ray or --line.',
    )
    .option('--ray <id>', 'only lines with this RayID')
    .option('--line <n>', 'only this line, counted over all objects in order', parseCount(1))
    .option('--limit <n>', 'most lines shown', parseCount(1), DEFAULT_EXPLAINED_LINES)
    .addHelpText('after', EXAMPLES);
  addFilterFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, ['text', 'json']);
  return command.action(async (sources: string[], flags: ExplainFlags) => {
    const request = readingRequest(sources, flags);
    const { explainLines } = await import('../../task/explain/explain.ts');
    const { printCount, renderExplainJson, renderExplainText } = await import('../../render/index.ts');
    const { printNotice, styleOf } = await import('../stdio/output.ts');
    const { writeAnswer } = await import('../stdio/write-answer.ts');
    const { listenForInterrupt } = await import('../stdio/interrupt.ts');
    const { noticeFilters, printInvalid } = await import('../stdio/filter-notice.ts');
    const { createProgressLine } = await import('../stdio/progress-line.ts');
    const signal = listenForInterrupt();
    const progress = createProgressLine(flags);
    const { result, without } = await explainLines({
      ...request,
      signal,
      choice: { ray: flags.ray, line: flags.line, limit: flags.limit },
      onListProgress: progress.list,
      onListed: progress.end,
      onFilters: (filters) => noticeFilters(filters, flags),
    })
      .catch((error: unknown) => printInvalid(error, flags))
      .finally(progress.end);
    for (const { code, object, offset, message } of result.problems) {
      printNotice(`headgate: ${code}: ${object} at byte ${printCount(offset)}: ${message}`, flags);
    }
    if (result.otherDatasets !== undefined) {
      const { names } = result.otherDatasets;
      printNotice(`headgate: warning: the lines look like ${names.join(' or ')}, not like ${result.dataset}`, flags);
    }
    if (result.partial) setExitCode(EXIT_INTERRUPTED);
    else if (result.damaged > 0) setExitCode(EXIT_NEGATIVE);
    const [json, text] = [() => renderExplainJson(result), () => renderExplainText(result, styleOf(flags))];
    await writeAnswer({ without, json, text, isPartial: result.partial }, flags);
  });
}
