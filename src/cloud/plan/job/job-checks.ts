// Reports what the platform would reject in a planned job, and doubtful parts of its filter, options and destination. A problem that the
// live job has already is only a warning: the change is not its cause. So is a problem of an undo file: the platform had
// accepted the job, and it must be possible to restore it.
import { checkDestinationConf, type DestinationFinding } from '../../../input/destination/index.ts';
import type { Dataset } from '../../../language/dataset/index.ts';
import { readFilter } from '../../../language/filter/index.ts';
import { type JobFile, type JobSettings, readLegacyOptions } from '../../../language/job/index.ts';
import { jobProblems } from '../../../language/output/index.ts';
import { outputOf, textOf, usesLegacyOptions } from './settings.ts';

/** Sentences, without secrets. */
export interface CheckedSettings {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

interface Finding {
  readonly isError: boolean;
  readonly text: string;
  /** The fields and options concerned, with the kind of the problem: a message lists several. Empty: the text is all. */
  readonly names: readonly string[];
}

/**
 * Checks the filter and the output options.
 * @param from undefined for a job that is created
 * @param changed keys that change
 * @param file the file that asks for the change
 */
export function checkSettings(
  { from, to, changed }: { from: JobSettings | undefined; to: JobSettings; changed: ReadonlySet<string> },
  file: Pick<JobFile, 'misplacedOptions' | 'isUndo'>,
  dataset: Dataset,
): CheckedSettings {
  const ofLive = from === undefined ? [] : outputFindings(from, [], dataset);
  const before = new Set(ofLive.flatMap(({ text, names }) => [text, ...names]));
  const output = outputFindings(to, file.misplacedOptions, dataset);
  const isNew = ({ text, names }: Finding): boolean =>
    names.length === 0 ? !before.has(text) : names.some((name) => !before.has(name));
  const found = [...(changed.has('filter') ? filterFindings(to, dataset) : []), ...output.filter(isNew)];
  // Errors of the live job stay visible when its options change.
  const old = changed.size === 0 ? [] : output.filter((one) => one.isError && !isNew(one));
  const isProblem = ({ isError }: Finding): boolean => isError && !file.isUndo;
  return {
    problems: found.filter(isProblem).map(({ text }) => text),
    warnings: [...found.filter((one) => !isProblem(one)), ...old].map(({ text }) => text),
  };
}

/**
 * Checks a destination that changes.
 * @param changed keys that change
 */
export function checkDestination(
  { to, changed }: { to: JobSettings; changed: ReadonlySet<string> },
  { isUndo }: Pick<JobFile, 'isUndo'>,
): CheckedSettings {
  const conf = textOf(to, 'destination_conf');
  const found = conf === undefined || !changed.has('destination_conf') ? [] : checkDestinationConf(conf);
  const isProblem = ({ isError }: DestinationFinding): boolean => isError && !isUndo;
  const print = ({ message }: DestinationFinding): string => `destination_conf: ${message}`;
  return {
    problems: found.filter(isProblem).map(print),
    warnings: found.filter((one) => !isProblem(one)).map(print),
  };
}

function filterFindings(settings: JobSettings, dataset: Dataset): Finding[] {
  const { problems } = readFilter(textOf(settings, 'filter'), dataset, { source: 'job' });
  return problems.map(({ severity, message }) => ({
    isError: severity === 'error',
    text: `filter: ${message}`,
    names: [],
  }));
}

function outputFindings(settings: JobSettings, misplacedOptions: readonly string[], dataset: Dataset): Finding[] {
  const isLegacy = usesLegacyOptions(settings);
  const job = { filter: undefined, misplacedOptions, outputOptions: outputOf(settings), isLegacy };
  const legacy = isLegacy ? readLegacyOptions(textOf(settings, 'logpull_options')!, 'logpull_options').warnings : [];
  return [
    ...legacy.map((text) => ({ isError: false, text, names: [] })),
    ...jobProblems(job, dataset).map(({ severity, code, path, message, names }) => ({
      isError: severity === 'error',
      text: path === '' ? message : `${path}: ${message}`,
      names: names.map((name) => JSON.stringify([code, path, name])),
    })),
  ];
}
