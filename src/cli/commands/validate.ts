// headgate validate: is what was pushed what the job promises?
import { type Command, Option } from 'commander';
import type { LimitsName } from '../../custom-fields/index.ts';
import { DEFAULT_LIMITS, DEFAULT_THREADS } from '../../run/request-defaults.ts';
import type { SourceListing } from '../../task/index.ts';
import type { ValidationReport } from '../../validate/index.ts';
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NEGATIVE } from '../exit-code.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import type { SetExitCode } from '../program.ts';

interface ValidateFlags extends SourceFlags, OutputFlags {
  job: string;
  jobName?: string;
  ruleset?: string;
  limits: LimitsName;
  threads: number;
  list?: true;
  strict?: true;
  reproducible?: true;
}

const EXAMPLES = `
Examples:
  headgate validate samples/logs/all-requests --job samples/jobs/all-requests.json --ruleset samples/ruleset.json
  headgate validate --job jobs.json --since 1d                 every job of the file, each against its own destination
  headgate validate 's3://bucket/logs/{DATE}?region=eu-west-1' --job jobs.json --job-name errors --strict --format json

Exit codes: 0 as promised (with --strict: no warnings either), 1 not, 2 no answer could be reached (no line is a record, or all is as promised
but the filter of the job leaves every line undecided), 130 interrupted.`;

/** Adds the command. */
export function addValidateCommand(program: Command, setExitCode: SetExitCode): Command {
  const command = program
    .command('validate')
    .summary('check that what was pushed is what the job promises')
    .description(
      'Holds every line that was pushed to its job: filter, fields and their order, types, timestamps, custom fields, times of the batch, events found twice. Tells each broken rule with its count, first places and what to do.',
    )
    .requiredOption('-j, --job <file>', 'a job, an array of jobs, or an API response')
    .option('--job-name <name>', 'the one job that is meant, where the file holds several')
    .option('--ruleset <file>', 'the custom-fields ruleset of the zone')
    .addOption(
      new Option('--limits <set>', 'limits of custom fields: as documented until 2025-04, or since')
        .choices(['classic', 'current'])
        .default(DEFAULT_LIMITS),
    )
    .option('--strict', 'exit with 1 on warnings, too')
    .addOption(
      new Option('--threads <n>', 'threads that read; the result is the same with any number')
        .argParser(parseCount(1))
        .default(DEFAULT_THREADS, 'one for each processor'),
    )
    .option('--list', 'show the objects that would be read, read nothing')
    .option('--reproducible', 'leave out times: the same input gives the same bytes')
    .addHelpText('after', EXAMPLES);
  addSourceFlags(command);
  addOutputFlags(command, ['text', 'json']);
  return command.action(async (sources: string[], flags: ValidateFlags) => {
    // As if both were filters, so that standard input is not wanted twice.
    const files = [flags.job, ...(flags.ruleset === undefined ? [] : [flags.ruleset])];
    const {
      filters: _,
      dataset: __,
      ...part
    } = readingRequest(sources, {
      ...flags,
      filters: files.map((value) => ({ kind: 'job', value })),
    });
    const { listValidation, validate } = await import('../../task/validate/validate.ts');
    const { listingOf, renderJson, renderListingText, renderValidateText } = await import('../../render/index.ts');
    const { noAnswerOfJobs } = await import('../../run/no-answer/no-answer.ts');
    const { printNotice, styleOf, writeResult } = await import('../stdio/output.ts');
    const { writeAnswer } = await import('../stdio/write-answer.ts');
    const { listenForInterrupt } = await import('../stdio/interrupt.ts');
    const { createProgressLine } = await import('../stdio/progress-line.ts');
    const { printInvalid } = await import('../stdio/filter-notice.ts');
    const progress = createProgressLine(flags);
    let objects: SourceListing['objects'] = [];
    const warn = (warning: string): void => printNotice(`headgate: warning: ${warning}`, flags);
    const request = {
      ...part,
      job: flags.job,
      jobName: flags.jobName,
      ruleset: flags.ruleset,
      limits: flags.limits,
      strict: flags.strict === true,
      threads: flags.threads,
      signal: listenForInterrupt(),
      onInput: ({ warnings }) => warnings.forEach(warn),
      onListing: (listing) => {
        listing.warnings.forEach(warn);
        objects = listing.objects;
        progress.start(listing);
      },
      onListProgress: progress.list,
      onProgress: progress.update,
    } satisfies Parameters<typeof validate>[0];
    if (flags.list === true) {
      const listing = await listValidation(request)
        .catch((error: unknown) => printInvalid(error, flags))
        .finally(progress.end);
      if (listing.isPartial === true) setExitCode(EXIT_INTERRUPTED);
      return writeResult(flags.format === 'json' ? renderJson(listingOf(listing)) : renderListingText(listing), flags);
    }
    const report = await validate(request)
      .catch((error: unknown) => printInvalid(error, flags))
      .finally(progress.end);
    if (flags.reproducible === true) delete report.timing;
    setExitCode(exitCodeOf(report));
    const without = await noAnswerOfJobs(report, { ...request, objects });
    const [json, text] = [() => renderJson(report), () => renderValidateText(report, styleOf(flags))];
    await writeAnswer({ without, json, text, hasFindings: hasFindings(report), isPartial: report.partial }, flags);
  });
}

/** What was found of jobs or lines is said even where no line can be judged. */
function hasFindings({ jobs }: ValidationReport): boolean {
  return jobs.some(({ findings }) => findings.length > 0);
}

/** Of a report that holds an answer. */
function exitCodeOf({ partial, jobs }: ValidationReport): number {
  if (partial) return EXIT_INTERRUPTED;
  return jobs.every(({ valid }) => valid) ? EXIT_DONE : EXIT_NEGATIVE;
}
