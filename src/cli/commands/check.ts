// headgate check: checks filters and jobs, and prints filters as JSON and as expressions.
import { HeadgateError } from '../../base/index.ts';
import { CHECK_RENDERERS, JOB_STRING_RENDERERS } from '../../report/index.ts';
import type { CheckResult, FilterCheck } from '../../verbs/index.ts';
import { readStdin } from '../../verbs/request/argument-text.ts';
import { transformerAccess } from '../api-access.ts';
import { defineCommand, UsageError } from '../command.ts';
import { API_FLAGS } from '../flags/api-flags.ts';
import { FILTER_FLAGS, TRANSFORMER_FLAG } from '../flags/filter-flags.ts';
import { type OutputFlags, STRICT_FLAG } from '../flags/output-flags.ts';
import { commandTask } from '../run-command.ts';

/** The command. */
export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Check a filter, and print it as JSON and as an expression',
  description:
    'Checks a filter against the platform limits and the field types of its dataset. With --job, also checks the settings of the job. Reports all problems at once, with fixes.',
  arguments: [{ name: 'filter', takes: 'optional', help: 'JSON, an expression, all, @file, or - for standard input' }],
  flags: [
    {
      flag: '--as-job-string',
      sets: 'asJobString',
      kind: 'switch',
      help: 'Print only the JSON string for the filter field of a job',
    },
    { ...STRICT_FLAG, help: 'Exit with code 1 on warnings, too' },
    {
      flag: '--implies <filter>',
      sets: 'implies',
      kind: 'text',
      help: 'Prove that this filter keeps every record that the checked filter keeps',
    },
    {
      flag: '--equals <filter>',
      sets: 'equals',
      kind: 'text',
      help: 'Prove that this filter has the same verdict on every record',
    },
    {
      flag: '--complete',
      sets: 'complete',
      kind: 'switch',
      help: 'Prove it for complete records alone, on which the platform evaluates filters',
    },
    { flag: '--shorten', sets: 'shorten', kind: 'switch', help: 'Find a smaller filter, proven to be equal' },
    ...FILTER_FLAGS,
    {
      ...TRANSFORMER_FLAG,
      help: 'Check this transformer (SQL that begins with SELECT or WITH, its file, -, or an id of the account), and each filter or job with it',
    },
    ...API_FLAGS,
  ],
  notes: `
Examples:
  headgate check 'EdgeResponseStatus >= 500 and not starts_with(ClientRequestPath, "/static")'
  headgate check @filters/errors.json --dataset http_requests
  headgate check --job jobs.json --strict                         # check whole jobs; exit 1 on warnings, too
  headgate check 'ClientCountry in {"de" "at"}' --as-job-string   # print the value of "filter" in a job
  headgate check @new.json --implies @old.json                    # does the old filter keep all that the new one keeps?
  headgate check @filters/errors.json --shorten                   # find a smaller filter, proven to be equal
  headgate check --transformer drop-health.sql --job job.json     # fields that the job lacks; what its filter can drop before`,
  formats: CHECK_RENDERERS,
  run: ([filter], { output, asJobString: asString = false, filters: others = [], ...request }) => {
    const filters = [...(filter === undefined ? [] : [{ kind: 'filter' as const, value: filter }]), ...others];
    if (filters.length === 0 && request.transformer === undefined)
      throw new UsageError("missing argument 'filter' (or --filter, --job, or --transformer)");
    if (asString && request.transformer !== undefined)
      throw new UsageError('--as-job-string cannot be used with --transformer');
    const asks = request.implies !== undefined || request.equals !== undefined;
    if (asString && asks) throw new UsageError('--as-job-string cannot be used with --implies or --equals');
    if (request.complete === true && !asks) throw new UsageError('--complete needs --implies or --equals');
    return commandTask(asString ? JOB_STRING_RENDERERS : CHECK_RENDERERS, async ({ notice }) => {
      const { check } = await import('../../verbs/check/check.ts');
      const access = await transformerAccess([request.transformer], request, { onRetry: notice });
      const result = await check({
        ...request,
        filters,
        strict: output.strict,
        stdin: readStdin(),
        transformerAccess: access,
      });
      const isInvalid = !result.checks.every(({ valid }) => valid) || result.transformer?.valid === false;
      const isNegative = isInvalid || (result.strict && result.warnings.length > 0) || isRefuted(result);
      const outcome = {
        result,
        isPartial: false,
        isNegative,
        noAnswer: () => (isNegative ? undefined : undecided(result)),
      };
      if (!asString) return outcome;
      if (isNegative) await printProblems(result, output);
      // A job may be invalid while its filter is valid: this flag repairs a filter given as an object instead of a string.
      return { ...outcome, isRaw: true, skipsResult: !result.checks.every(hasKnownFilter) };
    });
  },
});

function isRefuted({ proofs = [] }: CheckResult): boolean {
  return proofs.some(({ answer }) => answer === 'refuted');
}

/** The error of a question without an answer. */
function undecided({ proofs = [] }: CheckResult): HeadgateError | undefined {
  const open = proofs.find(({ answer }) => answer === 'undecided');
  return open && new HeadgateError('not-decided', `cannot prove or refute the statement: ${open.reason}`);
}

/** Whether the filter is valid, or there is none. The filter of a misspelled key would be lost. */
function hasKnownFilter({ filter, form, shortened, jobProblems = [] }: FilterCheck): boolean {
  return (
    filter !== undefined ||
    shortened !== undefined ||
    (form === 'none' && !jobProblems.some(({ code }) => code === 'job-key-misspelled'))
  );
}

/** Prints problems on standard error: standard output contains only the string. */
async function printProblems(result: CheckResult, { color }: Pick<OutputFlags, 'color'>): Promise<void> {
  const { styleOf } = await import('../stdio/output.ts');
  const render = await CHECK_RENDERERS.text();
  const text = render(result, styleOf({ color }, process.stderr));
  for (const piece of typeof text === 'string' ? [text] : text) process.stderr.write(piece);
}
