// headgate check: is this filter legal, and what does it say?
import type { Command } from 'commander';
import { readStdin } from '../../run/read-stdin.ts';
import { EXIT_NEGATIVE } from '../exit-code.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import type { SetExitCode } from '../program.ts';

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
export function addCheckCommand(program: Command, setExitCode: SetExitCode): Command {
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
  addOutputFlags(command, ['text', 'json']);
  return command.action(async (filter: string | undefined, flags: CheckFlags) => {
    const filters = [
      ...(filter === undefined ? [] : [{ kind: 'filter' as const, value: filter }]),
      ...(flags.filters ?? []),
    ];
    if (filters.length === 0) command.error("error: missing argument 'filter' (or --filter, or --job)");
    const { check } = await import('../../task/check/check.ts');
    const { renderCheckText, renderJson } = await import('../../render/index.ts');
    const { styleOf, writeResult } = await import('../stdio/output.ts');
    const result = await check({ filters, dataset: flags.dataset, stdin: readStdin() });
    const isValid = result.checks.every((one) => one.valid);
    if (!isValid) setExitCode(EXIT_NEGATIVE);
    if (flags.asJobString === true) {
      // A job may be wrong while its filter is sound: an object in place of the string is what this mends.
      const isSound = result.checks.every(({ form, filter }) => filter !== undefined || form === 'none');
      if (!isValid)
        process.stderr.write(renderCheckText(result, styleOf({ ...flags, out: undefined }, process.stderr)));
      if (!isSound) return;
      const strings = result.checks.map((one) => `${one.filter?.jobString ?? '""'}\n`);
      return writeResult(strings, flags, { isRaw: true });
    }
    await writeResult(flags.format === 'json' ? renderJson(result) : renderCheckText(result, styleOf(flags)), flags);
  });
}
