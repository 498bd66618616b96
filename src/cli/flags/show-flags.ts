// Defines the flags for example lines: which fields a table of them shows. Every command that shows lines uses them.
import { type Command, InvalidArgumentError } from 'commander';
import { PLACE_COLUMN } from '../../render/index.ts';
import type { OutputSettings } from '../stdio/output.ts';

/** Values of {@link addShowFlag}. */
export type ShowFlags = Pick<OutputSettings, 'show'>;

/** Shows lines whole. */
const WHOLE_LINES = 'all';

/** Adds `--show`. */
export function addShowFlag(command: Command): Command {
  return command.option(
    '--show <fields>',
    'Fields of example lines, separated by commas; @place for object and offset; all for whole lines (default: identifier, time, those of the filter, and what fits)',
    parseShow,
  );
}

function parseShow(text: string): NonNullable<OutputSettings['show']> {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === WHOLE_LINES) return WHOLE_LINES;
  const wrong = names.find(
    (name) => name === '' || name === WHOLE_LINES || (name.startsWith('@') && name !== PLACE_COLUMN),
  );
  if (wrong === undefined) return [...new Set(names)];
  const found =
    wrong === '' ? 'an empty name' : wrong === WHOLE_LINES ? 'all between other names' : JSON.stringify(wrong);
  throw new InvalidArgumentError(
    `Found ${found}, expected names of fields separated by commas, ${PLACE_COLUMN} for object and offset, or all alone.`,
  );
}
