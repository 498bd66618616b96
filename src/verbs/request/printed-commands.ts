// Commands that a report or the page shows, and that ask the same question again. Prints words: who shows them quotes them.
import type { PrintedFlag } from './print-source-flags.ts';

/** A command without the name of the program. */
export interface PrintedCommand {
  words: readonly string[];
  flags: readonly PrintedFlag[];
}

/** What is asked of the lines. */
export interface PrintedQuestion {
  sources: readonly string[];
  guards?: readonly string[] | undefined;
  neverDrop?: readonly string[] | undefined;
  prices?: readonly string[] | undefined;
  /** Other flags: the dataset, the time range, and those of the sources. */
  flags: readonly PrintedFlag[];
}

/** The command that compares a filter with the one in force. @param from the flag with the filter in force @param to that with the candidate */
export function compareCommand(from: PrintedFlag, to: PrintedFlag, question: PrintedQuestion): PrintedCommand {
  return { words: ['compare', ...question.sources], flags: [from, to, ...flagsOf(question)] };
}

/** The command that replays a transformer. @param kept the flag with the filter or the job before it @param transformer the file of its SQL */
export function replayCommand(kept: PrintedFlag, transformer: string, question: PrintedQuestion): PrintedCommand {
  return {
    words: ['replay', ...question.sources],
    flags: [kept, ['--transformer', transformer], ...flagsOf(question)],
  };
}

/** The command that plans a new filter of a job. @param job its file */
export function planCommand(zone: string, job: string, filter: string, question: PrintedQuestion): PrintedCommand {
  const place: PrintedFlag[] = [
    ['--zone', zone],
    ['--job', job],
    ['--filter', filter],
  ];
  const sources = question.sources.map((one): PrintedFlag => ['--source', one]);
  // The dataset is that of the job.
  const flags = flagsOf(question).filter(([flag]) => flag !== '--dataset');
  return { words: ['jobs', 'plan'], flags: [...place, ...sources, ...flags] };
}

function flagsOf({ guards = [], neverDrop = [], prices = [], flags }: PrintedQuestion): PrintedFlag[] {
  const repeated = (flag: string, values: readonly string[]) => values.map((one): PrintedFlag => [flag, one]);
  return [
    ...repeated('--guard', guards),
    ...repeated('--never-drop', neverDrop),
    ...repeated('--price', prices),
    ...flags,
  ];
}
