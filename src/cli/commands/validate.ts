// headgate validate: checks pushed lines against their job.
import { type Command, Option } from 'commander';
import type { LimitsName } from '../../custom-fields/index.ts';
import { LISTING_RENDERERS, VALIDATE_RENDERERS } from '../../render/index.ts';
import { DEFAULT_LIMITS } from '../../run/request-defaults.ts';
import type { SourceListing, ValidateRequest } from '../../task/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { type ReadingPart, readingRequest } from '../flags/reading-request.ts';
import { addThreadsFlag } from '../flags/run-flags.ts';
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
  headgate validate --job jobs.json --since 1d                 check every job in the file at its own destination
  headgate validate 's3://bucket/logs/{DATE}?region=eu-west-1' --job jobs.json --job-name errors --strict --format json
  headgate validate 'https://logs.example.com/http_requests/{DATE}' --job jobs.json --job-name errors --since 1d

Exit codes: 0 valid (with --strict: without warnings), 1 invalid, 2 no answer (no line is a record, or the filter of a valid job
leaves every line undecided), 130 interrupted.`;

/** Adds the command. */
export function addValidateCommand(program: Command): Command {
  const command = program
    .command('validate')
    .summary('Check pushed lines against their job')
    .description(
      'Checks every pushed line against its job: filter, fields and their order, types, timestamps, custom fields, batch times, duplicate events. Reports each violated rule with its count, the first occurrences, and a fix.',
    )
    .requiredOption('-j, --job <file>', 'File with a job, an array of jobs, or an API response')
    .option('--job-name <name>', 'Name of the job to check, if the file contains several')
    .option('--ruleset <file>', 'Custom fields ruleset of the zone')
    .addOption(
      new Option('--limits <set>', 'Custom field limits: classic (until 2025-04) or current')
        .choices(['classic', 'current'])
        .default(DEFAULT_LIMITS),
    )
    .option('--strict', 'Exit with code 1 on warnings, too');
  addThreadsFlag(command)
    .option('--list', 'List the objects to read, without reading them')
    .option('--reproducible', 'Omit times: identical input gives identical output');
  addHelpNotes(command, EXAMPLES);
  addSourceFlags(command);
  addOutputFlags(command, VALIDATE_RENDERERS);
  return command.action(
    runCommand<ValidateFlags>((sources, flags) => {
      // Passed as filters to reject a second use of standard input.
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
