// headgate check: is this filter legal, and what does it say?
import type { Command } from 'commander';
import { CHECK_RENDERERS, JOB_STRING_RENDERERS } from '../../render/index.ts';
import { readStdin } from '../../run/read-stdin.ts';
import type { CheckResult } from '../../task/index.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

interface CheckFlags extends FilterFlags, OutputFlags {
  asJobString?: true;
}

const EXAMPLES = `
Examples:
  headgate check 'EdgeResponseStatus >= 500 and not starts_with(ClientRequestPath, "/static")'
  headgate check @filters/errors.json --dataset http_requests
  headgate check --job jobs.json --format json              the filters of jobs, their field_names and output_options
  headgate check 'ClientCountry in {"de" "at"}' --as-job-string     the string to paste behind "filter": in a job`;

/** Adds the command. */
export function addCheckCommand(program: Command): Command {
  const command = program
    .command('check')
    .summary('check a filter, show it as JSON and as an expression')
    .description(
      'Checks a filter against the limits and the types of its dataset, and a job with its filter: field_names, output_options. Reports every problem at once, with the fix.',
    )
    .argument('[filter]', 'JSON, an expression, all, @file or -')
    .option('--as-job-string', "print the filter as the JSON string of a job's field, nothing else")
    .addHelpText('after', EXAMPLES);
  addFilterFlags(command);
  addOutputFlags(command, CHECK_RENDERERS);
  return command.action(
    runCommand<CheckFlags>(([filter], flags) => {
      const filters = [
        ...(filter === undefined ? [] : [{ kind: 'filter' as const, value: filter }]),
        ...(flags.filters ?? []),
      ];
      if (filters.length === 0) command.error("error: missing argument 'filter' (or --filter, or --job)");
      const asString = flags.asJobString === true;
      return commandTask(asString ? JOB_STRING_RENDERERS : CHECK_RENDERERS, async () => {
        const { check } = await import('../../task/check/check.ts');
        const result = await check({ filters, dataset: flags.dataset, stdin: readStdin() });
        const isNegative = !result.checks.every(({ valid }) => valid);
        const outcome = { result, isPartial: false, isNegative };
        if (!asString) return outcome;
        if (isNegative) await printProblems(result, flags);
        // A job may be wrong while its filter is sound: an object in place of the string is what this mends.
        const isSound = result.checks.every((one) => one.filter !== undefined || one.form === 'none');
        return { ...outcome, isRaw: true, skipsResult: !isSound };
      });
    }),
  );
}

/** Where standard output holds a string alone, the problems go to standard error. */
async function printProblems(result: CheckResult, { color }: CheckFlags): Promise<void> {
  const { styleOf } = await import('../stdio/output.ts');
  const render = await CHECK_RENDERERS.text();
  const text = render(result, styleOf({ color }, process.stderr));
  for (const piece of typeof text === 'string' ? [text] : text) process.stderr.write(piece);
}
