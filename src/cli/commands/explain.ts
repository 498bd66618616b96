// headgate explain: shows how each condition of a filter evaluates on selected lines.

import { type Command, Option } from 'commander';
import { wrappedAdvice } from '../../dataset/index.ts';
import { VERDICT_NAMES, type VerdictName } from '../../filter/index.ts';
import { EXPLAIN_RENDERERS, printCount } from '../../render/index.ts';
import { DEFAULT_EXPLAINED_LINES } from '../../run/request-defaults.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addTo } from '../flags/add-to.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

interface ExplainFlags extends FilterFlags, SourceFlags, OutputFlags {
  ray?: string[];
  where?: string;
  verdict?: VerdictName;
  line?: number;
  limit: number;
}

/** Maximum keys that warnings name. */
const KEYS_SHOWN = 5;

const EXAMPLES = `
--filter and --job name the filters to explain; --where selects lines, and is not explained. With --ray, --where or --verdict the source
is read to its end, also after all ids are found, because several lines may have the same id. The summary counts all lines that --ray,
--where and --line select, by reason; --verdict and --limit only restrict the lines shown after it. Without these flags, the first lines
of the source are explained.

A file of ids has one id in each line, and may have blank lines and comments after #. In datasets without RayID, --ray is the id of the
event, such as ID of audit_logs.

kept: the filter is true. pushed: what the job then writes. A disabled job writes nothing; sample_rate selects by the hash that --emit uses.

Examples:
  headgate explain samples/logs --filter 'EdgeResponseStatus >= 500' --limit 3
  headgate explain samples/logs --filter @samples/filters/errors.json --ray 8f3a5c2d1e4b6a70
  headgate explain 's3://bucket/logs/{DATE}?region=eu-west-1' --since 2d --job job.json --ray @ids.txt
  headgate explain samples/logs --job job.json --where 'ClientRequestHost == "shop.example"' --verdict drop
  zcat object.log.gz | headgate explain - --job job.json --line 17`;

/** Adds the command. */
export function addExplainCommand(program: Command): Command {
  const command = program
    .command('explain')
    .summary('Show why lines are kept, dropped, or not pushed')
    .description(
      'Shows how each condition of a filter evaluates on single lines, and whether the job pushes them. Explains the first lines of a source, or those that --ray, --where, --verdict or --line select; several lines are first counted by reason.',
    )
    .option(
      '--ray <ids>',
      'Explain only lines with these RayIDs: separated by commas, @file, or - for standard input (repeatable)',
      (value: string, before: readonly string[] = []) => addTo(value, before),
    )
    .option('--where <filter>', 'Explain only lines for which this filter is true: JSON, an expression, or @file')
    .addOption(
      new Option(
        '--verdict <verdict>',
        'Show only lines that a filter keeps, drops, or leaves undecided; the summary counts all',
      ).choices(VERDICT_NAMES),
    )
    .option('--line <n>', 'Explain only this line, counted across all objects in order', parseCount(1))
    .option('--limit <n>', 'Maximum number of lines to show', parseCount(1), DEFAULT_EXPLAINED_LINES);
  addHelpNotes(command, EXAMPLES);
  addFilterFlags(command);
  addSourceFlags(command);
  addOutputFlags(command, EXPLAIN_RENDERERS);
  return command.action(
    runCommand<ExplainFlags>((sources, flags) => {
      const { ray = [], where, verdict, line, limit } = flags;
      const request = readingRequest(sources, flags, [...ray, ...(where === undefined ? [] : [where])]);
      const choice = { ray: ray.length === 0 ? undefined : ray, where, verdict, line, limit };
      const readsAll = ray.length > 0 || where !== undefined || verdict !== undefined;
      return commandTask(EXPLAIN_RENDERERS, async ({ notice, warn, startReading }) => {
        const { explainLines } = await import('../../task/explain/explain.ts');
        const { noticeFilters } = await import('../stdio/filter-notice.ts');
        const { signal, progress } = await startReading();
        const { result, without } = await explainLines({
          ...request,
          signal,
          choice,
          onListProgress: progress.list,
          onListing: readsAll ? progress.start : progress.end,
          onProgress: readsAll ? progress.update : undefined,
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
              `no key of the lines is a field of ${result.dataset}: found ${unknown.slice(0, KEYS_SHOWN).join(', ')}; ${wrappedAdvice(unknown)}`,
            );
          }
        };
        return { result, isPartial: result.partial, isNegative: result.damaged > 0, notices, noAnswer: () => without };
      });
    }),
  );
}
