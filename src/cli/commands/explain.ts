// headgate explain: shows how each condition of a filter evaluates on selected lines.
import type { Command } from 'commander';
import { EXPLAIN_RENDERERS, printCount } from '../../render/index.ts';
import { DEFAULT_EXPLAINED_LINES } from '../../run/request-defaults.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

interface ExplainFlags extends FilterFlags, SourceFlags, OutputFlags {
  ray?: string;
  line?: number;
  limit: number;
}

/** Maximum keys that warnings name. */
const KEYS_SHOWN = 5;

const EXAMPLES = `
Examples:
  headgate explain samples/logs --filter 'EdgeResponseStatus >= 500' --limit 3
  headgate explain samples/logs --filter @samples/filters/errors.json --ray 8f3a5c2d1e4b6a70
  zcat object.log.gz | headgate explain - --job job.json --line 17`;

/** Adds the command. */
export function addExplainCommand(program: Command): Command {
  const command = program
    .command('explain')
    .summary('Show how each condition evaluates on single lines')
    .description(
      'Shows how each condition of a filter evaluates on the first lines of a source, or on the lines selected by --ray or --line.',
    )
    .option('--ray <id>', 'Explain only lines with this RayID')
    .option('--line <n>', 'Explain only this line, counted across all objects in order', parseCount(1))
    .option('--limit <n>', 'Maximum number of lines', parseCount(1), DEFAULT_EXPLAINED_LINES);
  addHelpNotes(command, EXAMPLES);
  addFilterFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, EXPLAIN_RENDERERS);
  return command.action(
    runCommand<ExplainFlags>((sources, flags) => {
      const request = readingRequest(sources, flags);
      return commandTask(EXPLAIN_RENDERERS, async ({ notice, warn, startReading }) => {
        const { explainLines } = await import('../../task/explain/explain.ts');
        const { noticeFilters } = await import('../stdio/filter-notice.ts');
        const { signal, progress } = await startReading();
        const { result, without } = await explainLines({
          ...request,
          signal,
          choice: { ray: flags.ray, line: flags.line, limit: flags.limit },
          onListProgress: progress.list,
          onListed: progress.end,
          onFilters: (filters) => noticeFilters(filters, flags),
        });
        const notices = (): void => {
          for (const { code, object, offset, message } of result.problems) {
            notice(`${code}: ${object} at byte ${printCount(offset)}: ${message}`);
          }
          const { otherDatasets, foreignKeys: { otherCase, unknown } = { otherCase: [], unknown: [] } } = result;
          if (otherDatasets !== undefined) {
            warn(`the lines look like ${otherDatasets.names.join(' or ')}, not like ${result.dataset}`);
          }
          for (const { key, field } of otherCase.slice(0, KEYS_SHOWN)) {
            warn(`${key} differs from ${field} only in letter case`);
          }
          if (unknown.length > 0) {
            warn(
              `no key of the lines is a field of ${result.dataset}: found ${unknown.slice(0, KEYS_SHOWN).join(', ')}; if the fields are inside one of them, name it with --unwrap PATH`,
            );
          }
        };
        return { result, isPartial: result.partial, isNegative: result.damaged > 0, notices, noAnswer: () => without };
      });
    }),
  );
}
