// headgate validate: is what was pushed what the job promises?

import { type Command, Option } from 'commander';
import type { LimitsName } from '../../custom-fields/index.ts';
import { LISTING_RENDERERS, VALIDATE_RENDERERS } from '../../render/index.ts';
import { DEFAULT_LIMITS, DEFAULT_THREADS } from '../../run/request-defaults.ts';
import type { SourceListing, ValidateRequest } from '../../task/index.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { parseCount } from '../flags/parse-count.ts';
import { type ReadingPart, readingRequest } from '../flags/reading-request.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { type CommandTask, commandTask, runCommand } from '../run-command.ts';

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
export function addValidateCommand(program: Command): Command {
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
  addOutputFlags(command, VALIDATE_RENDERERS);
  return command.action(
    runCommand<ValidateFlags>((sources, flags) => {
      // As if both were filters, so that standard input is not wanted twice.
      const files = [flags.job, ...(flags.ruleset === undefined ? [] : [flags.ruleset])];
      const {
        filters: _,
        dataset: __,
        ...part
      } = readingRequest(sources, { ...flags, filters: files.map((value) => ({ kind: 'job', value })) });
      const { job, jobName, ruleset, limits, threads } = flags;
      const request = { ...part, job, jobName, ruleset, limits, threads, strict: flags.strict === true };
      return flags.list === true ? listTask(request) : validateTask(request, flags);
    }),
  );
}

type Request = Omit<ReadingPart, 'filters' | 'dataset'> &
  Pick<ValidateRequest, 'job' | 'jobName' | 'ruleset' | 'limits' | 'threads' | 'strict'>;

function validateTask(request: Request, flags: ValidateFlags): CommandTask {
  return commandTask(VALIDATE_RENDERERS, async ({ warn, startReading }) => {
    const { validate } = await import('../../task/validate/validate.ts');
    const { noAnswerErrorOfValidation } = await import('../../run/no-answer/no-answer-error.ts');
    const { signal, progress } = await startReading();
    let objects: SourceListing['objects'] = [];
    const report = await validate({
      ...request,
      signal,
      onInput: ({ warnings }) => warnings.forEach(warn),
      onListing: (listing) => {
        listing.warnings.forEach(warn);
        objects = listing.objects;
        progress.start(listing);
      },
      onListProgress: progress.list,
      onProgress: progress.update,
    });
    if (flags.reproducible === true) delete report.timing;
    return {
      result: report,
      isPartial: report.partial,
      isNegative: !report.jobs.every(({ valid }) => valid),
      noAnswer: () => noAnswerErrorOfValidation(report, { ...request, signal, objects }),
      hasFindings: report.jobs.some(({ findings }) => findings.length > 0),
    };
  });
}

function listTask(request: Request): CommandTask {
  return commandTask(LISTING_RENDERERS, async ({ warn, startReading }) => {
    const { listValidation } = await import('../../task/validate/validate.ts');
    const { signal, progress } = await startReading();
    const listing = await listValidation({
      ...request,
      signal,
      onInput: ({ warnings }) => warnings.forEach(warn),
      onListProgress: progress.list,
    });
    return { result: listing, isPartial: listing.isPartial === true, isNegative: false };
  });
}
