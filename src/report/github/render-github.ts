// Renders cases as workflow commands of GitHub Actions, which annotate the files of a pull request. Standard output of a step is enough.
import { printPlural } from '../../base/index.ts';
import type { Case, CaseSuite, SuitesOf } from '../cases/case.ts';
import { present } from '../page/page.ts';
import type { Renderer } from '../renderer.ts';

const COMMANDS: Readonly<Record<Exclude<Case['result'], 'passed'>, string>> = {
  error: 'error',
  failed: 'error',
  warning: 'warning',
  notice: 'notice',
};

/** Creates the renderer of a result. @param suitesOf creates the suites */
export function githubRenderer<Result>(suitesOf: SuitesOf<Result>): Renderer<Result> {
  return (result, settings) => renderGithub(suitesOf(result, settings));
}

/** Renders a command for each case that did not pass or has a remark, and a last line with the counts. */
export function renderGithub(suites: readonly CaseSuite[]): string {
  const commands = suites.flatMap(({ name, cases }) => cases.flatMap((one) => commandOf(one, name)));
  const all = suites.flatMap(({ cases }) => cases);
  const failed = all.filter(({ result }) => result === 'failed' || result === 'error').length;
  // No line of ours but a command may begin with `::`.
  const summary = `headgate: ${failed} of ${printPlural(all.length, 'check')} failed`;
  return `${[...commands, summary].join('\n')}\n`;
}

function commandOf({ name, result, message = '', details = [], file, line, column }: Case, suite: string): string[] {
  if (result === 'passed') return [];
  const properties = present(
    file !== undefined && ['file', file],
    line !== undefined && ['line', String(line)],
    column !== undefined && ['col', String(column)],
    ['title', `${suite}: ${name}`],
  );
  const written = properties.map(([key, value]) => `${key}=${escapeProperty(value!)}`).join(',');
  return [`::${COMMANDS[result]} ${written}::${escapeData([message, ...details].join('\n'))}`];
}

/** As the toolkit of GitHub Actions escapes the message of a command. */
function escapeData(text: string): string {
  return text.toWellFormed().replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** As it escapes properties. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
