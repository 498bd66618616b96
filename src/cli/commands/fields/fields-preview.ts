// headgate fields preview: shows what custom fields would log for saved traffic, which are truncated, and which never occur.
import { HeadgateError, printCount } from '../../../base/index.ts';
import { FIELDS_RENDERERS, summarizeFields } from '../../../report/index.ts';
import type { FieldsPreview } from '../../../verbs/index.ts';
import { readStdin } from '../../../verbs/request/argument-text.ts';
import { DEFAULT_PREVIEW_ROWS } from '../../../verbs/request/request-defaults.ts';
import { type CommandFlags, defineCommand } from '../../command.ts';
import { HOST_FLAG, LIMITS_FLAG, TRAFFIC_ARGUMENT } from '../../flags/field-flags.ts';
import { STRICT_FLAG } from '../../flags/output-flags.ts';
import { createEdgeKeyQuestion } from '../../logs-request.ts';
import { type CommandTask, commandTask } from '../../run-command.ts';

const FLAGS = [
  {
    flag: '-r, --ruleset <file>',
    sets: 'ruleset',
    kind: 'text',
    required: true,
    help: 'File with a custom fields ruleset, or an API response',
  },
  LIMITS_FLAG,
  {
    flag: '-j, --job <file>',
    sets: 'job',
    kind: 'text',
    help: 'File with the job that logs the fields: reports mismatches, and sets the line format',
  },
  HOST_FLAG,
  {
    flag: '--limit <n>',
    sets: 'limit',
    kind: 'count',
    least: 0,
    default: DEFAULT_PREVIEW_ROWS,
    help: 'Number of exchanges to show, largest first',
  },
  {
    flag: '--fail-on <finding>',
    sets: 'failOn',
    kind: 'choice',
    choices: ['truncation', 'missing'],
    repeatable: true,
    default: [],
    defaultText: 'none',
    help: 'Exit with code 1 if a line is truncated, or if a field never occurs (repeatable)',
  },
  { ...STRICT_FLAG, help: 'Exit with code 1 if an entry is broken, or on warnings about the job' },
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const fieldsPreviewCommand = defineCommand({
  name: 'preview',
  summary: 'Show what custom fields would log for saved traffic',
  description:
    'Shows which custom fields each exchange would log, which values are truncated, which configured names never occur, and which repeated headers lose values.',
  arguments: [TRAFFIC_ARGUMENT],
  flags: FLAGS,
  notes: `
Traffic is a HAR file exported from a browser (include sensitive data, or it lacks cookies), or NDJSON with one exchange per line:
  {"timestamp":"2026-11-02T18:05:00Z","client":{"ip":"198.51.100.7","country":"de"},"request":{"method":"GET",
   "url":"https://shop.example.com/","httpVersion":"HTTP/2","headers":[["accept-language","de"]]},"response":{"status":200,"headers":[]}}
In the sandbox, "fields" of an exchange, such as {"BotScore":30}, sets log fields. A preview ignores it.

Examples:
  headgate fields preview --ruleset samples/ruleset.json samples/traffic/shop.har
  headgate fields preview --ruleset ruleset.json --job job.json --fail-on truncation traffic/*.har
  headgate fields preview --ruleset ruleset.json --host shop.example.com --host '*.shop.example.com' visit.har
  headgate fields preview --ruleset ruleset.json traffic.ndjson.gz --format lines | jq .Cookies`,
  formats: FIELDS_RENDERERS,
  run: ([sources], flags) => {
    rejectTwice(sources, flags);
    return previewTask(sources, flags);
  },
});

function previewTask(sources: readonly string[], flags: Flags): CommandTask {
  const { output, limit, ...request } = flags;
  return commandTask(FIELDS_RENDERERS, async ({ notice, warn, warnOfListing, startReading, openResult }) => {
    const { previewFields } = await import('../../../verbs/preview/preview-fields.ts');
    const { noExchangesError } = await import('../../../verbs/traffic/no-exchanges-error.ts');
    const { noticeRuleset } = await import('../../stdio/ruleset-notice.ts');
    const { warningsOf } = await import('../../stdio/filter-notice.ts');
    const { signal, progress } = await startReading();
    const lines = output.format === 'lines' ? await openResult() : undefined;
    const preview = await previewFields({
      ...{ ...request, sources, stdin: readStdin(), signal },
      rows: lines === undefined ? limit : 0,
      connection: { askEdgeKey: createEdgeKeyQuestion() },
      onRuleset: (reading, job) => {
        noticeRuleset(reading, output);
        job?.warnings.forEach(warn);
        for (const { name, problems } of job?.problems ?? []) {
          for (const warning of warningsOf(problems)) warn(`${name}: ${warning}`);
        }
      },
      onListing: (listing) => {
        warnOfListing(listing, false);
        progress.start(listing);
      },
      onListProgress: progress.list,
      onProgress: progress.update,
      onLines: lines?.write,
      drained: lines?.drained,
    });
    const without = noExchangesError(preview, 'preview custom fields');
    const { problems, problemCounts, traffic: source } = preview;
    return {
      result: preview,
      isPartial: preview.partial,
      isNegative: isNegative(preview, flags),
      notices: () => {
        if (lines === undefined) return;
        noticeLines(preview, notice);
        if (without === undefined) notice(summarizeFields(preview));
      },
      noAnswer: () => without,
      lost: { source, problems, problemCounts },
    };
  });
}

/** Prints the problems and notes that the lines do not show. */
function noticeLines({ partial, problems, job, notes }: FieldsPreview, notice: (text: string) => void): void {
  if (partial) notice('interrupted: the lines cover only the data read so far');
  for (const { code, object, offset, message } of problems)
    notice(`${code}: ${object} at byte ${printCount(offset)}: ${message}`);
  const aboutJob = job === null ? [] : [...job.mismatches, ...job.remarks];
  for (const { severity, message } of aboutJob) notice(`${severity}: ${message}`);
  for (const { message } of notes) notice(`warning: ${message}`);
}

function rejectTwice(sources: readonly string[], { ruleset, job }: Flags): void {
  if ([...sources, ruleset, job].filter((one) => one === '-').length < 2) return;
  throw new HeadgateError(
    'stdin-twice',
    'cannot read standard input twice: found - more than once among traffic, --ruleset and --job, expected it once; use files for the others',
  );
}

function isNegative({ traffic, job, figures }: FieldsPreview, flags: Flags): boolean {
  const { damaged, unreadable, broken } = traffic;
  if (damaged + unreadable > 0 || job?.mismatches.some(({ severity }) => severity === 'error')) return true;
  const hasWarning = job?.mismatches.some(({ severity }) => severity === 'warning') === true;
  if (flags.output.strict === true && (broken > 0 || hasWarning)) return true;
  if (flags.failOn.includes('truncation') && figures.over > 0) return true;
  return flags.failOn.includes('missing') && figures.fields.some(({ lines }) => lines === 0);
}
