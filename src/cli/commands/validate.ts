// headgate validate: checks pushed lines against their job.
import type { SourceListing } from '../../input/sources/index.ts';
import { LISTING_RENDERERS, VALIDATE_RENDERERS } from '../../report/index.ts';
import { type CommandFlags, defineCommand } from '../command.ts';
import { LIMITS_FLAG } from '../flags/field-flags.ts';
import { STRICT_FLAG } from '../flags/output-flags.ts';
import {
  LIST_FLAG,
  REPRODUCIBLE_FLAG,
  RESUME_FLAGS,
  SOURCE_ARGUMENT,
  SOURCE_FLAGS,
  THREADS_FLAG,
} from '../flags/source-flags.ts';
import { logsRequest, withPlan } from '../logs-request.ts';
import { type CommandTask, commandTask } from '../run-command.ts';

const FLAGS = [
  {
    flag: '-j, --job <file>',
    sets: 'job',
    kind: 'text',
    required: true,
    help: 'File with a job, an array of jobs, or an API response',
  },
  {
    flag: '--job-name <name>',
    sets: 'jobName',
    kind: 'text',
    help: 'Name of the job to check, if the file contains several',
  },
  { flag: '--ruleset <file>', sets: 'ruleset', kind: 'text', help: 'Custom fields ruleset of the zone' },
  LIMITS_FLAG,
  { ...STRICT_FLAG, help: 'Exit with code 1 on warnings, too' },
  THREADS_FLAG,
  ...RESUME_FLAGS,
  LIST_FLAG,
  REPRODUCIBLE_FLAG,
  ...SOURCE_FLAGS,
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const validateCommand = defineCommand({
  name: 'validate',
  summary: 'Check pushed lines against their job',
  description:
    'Checks every pushed line against its job: filter, fields and their order, types, timestamps, custom fields, batch times, duplicate events. Reports each violated rule with its count, the first occurrences, and a fix.',
  arguments: [SOURCE_ARGUMENT],
  flags: FLAGS,
  notes: `
Examples:
  headgate validate samples/logs/all-requests --job samples/jobs/all-requests.json --ruleset samples/ruleset.json
  headgate validate --job jobs.json --since 1d               # check every job in the file at its own destination
  headgate validate 's3://bucket/logs/{DATE}?region=eu-west-1' --job jobs.json --job-name errors --strict --format json
  headgate validate 'https://logs.example.com/http_requests/{DATE}' --job jobs.json --job-name errors --since 1d

Exit codes: 0 valid (with --strict: without warnings), 1 invalid, 2 no answer (no line is a record, or the filter of a valid job
leaves every line undecided), 130 interrupted.`,
  formats: VALIDATE_RENDERERS,
  run: ([sources], flags) => {
    const request = requestOf(sources, flags);
    return flags.list === true ? listTask(request, flags) : validateTask(request, flags);
  },
});

function requestOf(sources: readonly string[], { output, ...flags }: Flags) {
  const logs = logsRequest(sources, flags, [flags.job, flags.ruleset]);
  return { ...flags, ...logs, strict: output.strict === true };
}

type Request = ReturnType<typeof requestOf>;

function validateTask(request: Request, flags: Flags): CommandTask {
  return commandTask(VALIDATE_RENDERERS, async ({ warn, startReading }) => {
    const { validate } = await import('../../verbs/validate/validate.ts');
    const { noAnswerErrorOfValidation } = await import('../../verbs/request/no-answer/no-answer-error.ts');
    const { signal, reading } = await startReading();
    let objects: SourceListing['objects'] = [];
    const report = await validate({
      ...{ ...request, ...reading },
      onInput: ({ warnings }) => warnings.forEach(warn),
      onListing: (listing) => {
        objects = listing.objects;
        reading.onListing(listing);
      },
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

function listTask(request: Request, flags: Flags): CommandTask {
  return commandTask(LISTING_RENDERERS, async ({ warn, warnOfListing, startReading }) => {
    const { listValidation } = await import('../../verbs/validate/validate.ts');
    const { signal, progress } = await startReading();
    const listing = await listValidation({
      ...request,
      signal,
      onInput: ({ warnings }) => warnings.forEach(warn),
      onListProgress: progress.list,
    });
    warnOfListing(listing);
    return {
      result: await withPlan(listing, flags, request, signal),
      isPartial: listing.isPartial === true,
      isNegative: false,
    };
  });
}
