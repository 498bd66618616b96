// headgate explain: shows how each condition of a filter evaluates on selected lines.
import { printCount } from '../../base/index.ts';
import { wrappedAdvice } from '../../language/dataset/index.ts';
import { FINAL_VERDICTS } from '../../language/filter/index.ts';
import { EXPLAIN_RENDERERS } from '../../report/index.ts';
import { DEFAULT_EXPLAINED_LINES } from '../../verbs/request/request-defaults.ts';
import { transformerAccess } from '../api-access.ts';
import { defineCommand } from '../command.ts';
import { API_FLAGS } from '../flags/api-flags.ts';
import { FILTER_FLAGS, TRANSFORMER_FLAG } from '../flags/filter-flags.ts';
import { SOURCE_ARGUMENT, SOURCE_FLAGS } from '../flags/source-flags.ts';
import { logsRequest } from '../logs-request.ts';
import { commandTask } from '../run-command.ts';

/** Maximum keys that warnings name. */
const KEYS_SHOWN = 5;

/** The command. */
export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Show why lines are kept, dropped, or not pushed',
  description:
    'Shows how each condition of a filter evaluates on single lines, and whether the job pushes them. Explains the first lines of a source, or those that --ray, --where, --verdict or --line select; several lines are first counted by reason.',
  arguments: [SOURCE_ARGUMENT],
  flags: [
    {
      flag: '--ray <ids>',
      sets: 'choice.ray',
      kind: 'text',
      repeatable: true,
      help: 'Explain only lines with these RayIDs: separated by commas, @file, or - for standard input (repeatable)',
    },
    {
      flag: '--where <filter>',
      sets: 'choice.where',
      kind: 'text',
      help: 'Explain only lines for which this filter is true: JSON, an expression, or @file',
    },
    {
      flag: '--verdict <verdict>',
      sets: 'choice.verdict',
      kind: 'choice',
      choices: FINAL_VERDICTS,
      help: 'Show only lines that a filter and its transformer keep, drop or leave undecided, or on which the transformer fails; the summary counts all',
    },
    {
      flag: '--line <n>',
      sets: 'choice.line',
      kind: 'count',
      least: 1,
      help: 'Explain only this line, counted across all objects in order',
    },
    {
      flag: '--limit <n>',
      sets: 'choice.limit',
      kind: 'count',
      least: 1,
      default: DEFAULT_EXPLAINED_LINES,
      help: 'Maximum number of lines to show',
    },
    ...FILTER_FLAGS,
    {
      ...TRANSFORMER_FLAG,
      help: 'Transformer: SQL that begins with SELECT or WITH, its file, -, or an id of the account: shows each of its expressions with its value, on lines that each filter or job keeps',
    },
    ...SOURCE_FLAGS,
    ...API_FLAGS,
  ],
  notes: `
--filter and --job name the filters to explain; --where selects lines, and is not explained. With --ray, --where or --verdict the source
is read to its end, also after all ids are found, because several lines may have the same id. The summary counts all lines that --ray,
--where and --line select, by reason; --verdict and --limit only restrict the lines shown after it. Without these flags, the first lines
of the source are explained.

A file of ids has one id in each line, and may have blank lines and comments after #. In datasets without RayID, --ray is the id of the
event, such as ID of audit_logs.

kept: the filter is true. pushed: what the job then writes. A disabled job writes nothing; sample_rate selects by the hash that --emit uses.

Examples:
  headgate explain samples/logs --filter 'EdgeResponseStatus >= 500' --limit 3
  headgate explain samples/logs --filter @samples/filters/errors.json --ray a543a3988dad756a
  headgate explain 's3://bucket/logs/{DATE}?region=eu-west-1' --since 2d --job job.json --ray @ids.txt
  headgate explain samples/logs --job job.json --where 'ClientRequestHost == "shop.example"' --verdict drop
  headgate explain samples/logs --transformer drop-health.sql --verdict fail
  zcat object.log.gz | headgate explain - --job job.json --line 17`,
  formats: EXPLAIN_RENDERERS,
  run: ([sources], { output, ...flags }) => {
    const { ray = [], where, verdict } = flags.choice;
    const request = { ...flags, ...logsRequest(sources, flags, [...(flags.filters ?? []), ...ray, where]) };
    const readsAll = ray.length > 0 || where !== undefined || verdict !== undefined;
    return commandTask(EXPLAIN_RENDERERS, async ({ notice, noticeLostQuietly, warn, warnOfListing, startReading }) => {
      const { explainLines } = await import('../../verbs/explain/explain.ts');
      const { noticeFilters } = await import('../stdio/filter-notice.ts');
      const { signal, progress } = await startReading();
      const access = await transformerAccess([flags.transformer], flags, { signal, onRetry: notice });
      const { result, without } = await explainLines({
        ...{ ...request, signal, transformerAccess: access },
        onListProgress: progress.list,
        onListing: (listing) => {
          warnOfListing(listing);
          if (readsAll) progress.start(listing);
          else progress.end();
        },
        onProgress: readsAll ? progress.update : undefined,
        onFilters: (filters) => noticeFilters(filters, output),
      });
      const notices = (): void => {
        for (const { code, object, offset, message } of result.problems) {
          notice(`${code}: ${object} at byte ${printCount(offset)}: ${message}`);
        }
        noticeLostQuietly(result.damaged, result.damaged > 0 ? result.problems : []);
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
  },
});
