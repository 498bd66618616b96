// headgate fields preview: what would these custom fields log of this traffic, what is cut, which never occur?
import { type Command, InvalidArgumentError, Option } from 'commander';
import { HeadgateError, printCount } from '../../base/index.ts';
import type { LimitsName } from '../../custom-fields/index.ts';
import { readStdin } from '../../run/read-stdin.ts';
import { DEFAULT_LIMITS, DEFAULT_PREVIEW_ROWS } from '../../run/request-defaults.ts';
import type { FieldsPreview } from '../../task/index.ts';
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NEGATIVE } from '../exit-code.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import type { SetExitCode } from '../program.ts';

interface PreviewFlags extends OutputFlags {
  ruleset: string;
  limits: LimitsName;
  job?: string;
  host: string[];
  limit: number;
  failOn: string[];
  strict?: true;
}

const EXAMPLES = `
Traffic is a HAR file as browsers save it (with sensitive data, else it lacks cookies), or NDJSON, one exchange a line:
  {"timestamp":"2026-11-02T18:05:00Z","client":{"ip":"198.51.100.7","country":"de"},"request":{"method":"GET",
   "url":"https://shop.example.com/","httpVersion":"HTTP/2","headers":[["accept-language","de"]]},"response":{"status":200,"headers":[]}}

Examples:
  headgate fields preview --ruleset samples/ruleset.json samples/traffic/shop.har
  headgate fields preview --ruleset ruleset.json --job job.json --fail-on truncation traffic/*.har
  headgate fields preview --ruleset ruleset.json --host shop.example.com --host '*.shop.example.com' visit.har
  headgate fields preview --ruleset ruleset.json traffic.ndjson.gz --format lines | jq .Cookies`;

/** Adds the command to its group. */
export function addFieldsPreviewCommand(group: Command, setExitCode: SetExitCode): Command {
  const command = group
    .command('preview')
    .summary('show what custom fields would log of saved traffic')
    .description(
      'Shows which custom fields each exchange would log, what is cut and where, which configured names never occur, and which repeated headers lose values.',
    )
    .argument('<traffic...>', 'HAR files, NDJSON of exchanges, folders of them, or -; gzip and Zstandard too')
    .requiredOption('-r, --ruleset <file>', 'the custom-fields ruleset, or an API answer with it')
    .addOption(
      new Option('--limits <set>', 'limits of the platform').choices(['classic', 'current']).default(DEFAULT_LIMITS),
    )
    .option(
      '-j, --job <file>',
      'a job that should log the fields: says where the two do not fit; lines are as it writes them',
    )
    .option('--host <name>', 'only exchanges of this host, or of *.host; repeatable', addTo, [])
    .option(
      '--limit <n>',
      'exchanges shown one by one, those with the most bytes first',
      parseCount(0),
      DEFAULT_PREVIEW_ROWS,
    )
    .addOption(
      new Option(
        '--fail-on <finding>',
        'exit with 1 when a line is cut (truncation), or a field never occurs (missing); repeatable',
      )
        .default([], 'none')
        .argParser(addFinding),
    )
    .option('--strict', 'exit with 1 when an entry is broken, or on warnings about the job')
    .addHelpText('after', EXAMPLES);
  addOutputFlags(command, ['text', 'json', 'lines']);
  return command.action(async (sources: string[], flags: PreviewFlags) => {
    refuseTwice(sources, flags);
    const { previewFields } = await import('../../task/preview/preview-fields.ts');
    const { renderFieldsText, renderJson, renderRulesetProblems, summarizeFields } = await import(
      '../../render/index.ts'
    );
    const { noExchanges } = await import('../../task/preview/no-exchanges.ts');
    const { noticePartial, printLines, printNotice, styleOf } = await import('../stdio/output.ts');
    const { openResult } = await import('../stdio/result-writer.ts');
    const { writeAnswer } = await import('../stdio/write-answer.ts');
    const { printInvalid, warningsOf } = await import('../stdio/filter-notice.ts');
    const { listenForInterrupt } = await import('../stdio/interrupt.ts');
    const { createProgressLine } = await import('../stdio/progress-line.ts');
    const signal = listenForInterrupt();
    const progress = createProgressLine(flags);
    const errorStyle = styleOf({ color: flags.color }, process.stderr);
    const lines = flags.format === 'lines' ? await openResult(flags.out, { isRaw: true }) : undefined;
    const preview = await previewFields({
      ruleset: flags.ruleset,
      limits: flags.limits,
      job: flags.job,
      sources,
      hosts: flags.host,
      rows: lines === undefined ? flags.limit : 0,
      connection: {},
      stdin: readStdin(),
      signal,
      onRuleset: (reading, job) => {
        if (reading.warnings.length > 0) printLines(renderRulesetProblems(reading, errorStyle), flags);
        for (const warning of job?.warnings ?? []) printNotice(`headgate: warning: ${warning}`, flags);
        for (const { name, problems } of job?.problems ?? []) {
          for (const warning of warningsOf(problems)) printNotice(`headgate: warning: ${name}: ${warning}`, flags);
        }
      },
      onListing: progress.start,
      onListProgress: progress.list,
      onProgress: progress.update,
      onLines: lines?.write,
      settled: lines?.settled,
    })
      .catch((error: unknown) => {
        lines?.discard();
        return printInvalid(error, flags);
      })
      .finally(progress.end);
    setExitCode(exitCodeOf(preview, flags));
    const without = noExchanges(preview);
    if (lines !== undefined) {
      noticePartial(await lines.finish(preview.partial), flags);
      noticeLines(preview, (text) => printNotice(`headgate: ${text}`, flags));
      if (without !== undefined) throw without;
      return printNotice(`headgate: ${summarizeFields(preview)}`, flags);
    }
    const { problems, problemCounts, traffic: source } = preview;
    const [json, text] = [() => renderJson(preview), () => renderFieldsText(preview, styleOf(flags))];
    await writeAnswer(
      { without, json, text, lost: { source, problems, problemCounts }, isPartial: preview.partial },
      flags,
    );
  });
}

/** Findings of `--fail-on`. */
const FINDINGS = ['truncation', 'missing'];

function addFinding(value: string, earlier: readonly string[]): string[] {
  if (FINDINGS.includes(value)) return addTo(value, earlier);
  throw new InvalidArgumentError(`Allowed choices are ${FINDINGS.join(', ')}.`);
}

/** Gathers the values of a repeated flag. */
function addTo(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** What a reader of lines alone would not see. */
function noticeLines({ partial, problems, job, notes }: FieldsPreview, notice: (text: string) => void): void {
  if (partial) notice('interrupted: these are the lines until then');
  for (const { code, object, offset, message } of problems)
    notice(`${code}: ${object} at byte ${printCount(offset)}: ${message}`);
  const aboutJob = job === null ? [] : [...job.mismatches, ...job.remarks];
  for (const { severity, message } of aboutJob) notice(`${severity}: ${message}`);
  for (const { message } of notes) notice(`warning: ${message}`);
}

function refuseTwice(sources: readonly string[], { ruleset, job }: PreviewFlags): void {
  if ([...sources, ruleset, job].filter((one) => one === '-').length < 2) return;
  throw new HeadgateError(
    'stdin-twice',
    'cannot read standard input twice: found - more than once among traffic, --ruleset and --job, expected it once; put the rest into files',
  );
}

/** Of a preview that holds an answer. */
function exitCodeOf({ partial, traffic, job, figures }: FieldsPreview, flags: PreviewFlags): number {
  if (partial) return EXIT_INTERRUPTED;
  const { damaged, unreadable, broken } = traffic;
  if (damaged + unreadable > 0 || job?.mismatches.some(({ severity }) => severity === 'error')) return EXIT_NEGATIVE;
  const hasWarning = job?.mismatches.some(({ severity }) => severity === 'warning') === true;
  if (flags.strict === true && (broken > 0 || hasWarning)) return EXIT_NEGATIVE;
  const isMissing = figures.fields.some(({ lines }) => lines === 0);
  if (flags.failOn.includes('truncation') && figures.over > 0) return EXIT_NEGATIVE;
  return flags.failOn.includes('missing') && isMissing ? EXIT_NEGATIVE : EXIT_DONE;
}
