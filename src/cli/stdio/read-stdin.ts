// Standard input as one text, for a filter or job given as `-`; at most once in a run, since it cannot be read again.
import { HeadgateError } from '../../base/index.ts';
import { readArgumentStream } from '../../run/argument-text.ts';

/** A reader of standard input that refuses a second use. */
export function readStdin(): () => Promise<string> {
  let isUsed = false;
  return () => {
    if (isUsed) {
      throw new HeadgateError(
        'stdin-twice',
        'cannot read standard input: found - more than once, expected it once; use files for the others',
      );
    }
    isUsed = true;
    return readArgumentStream(process.stdin, 'standard input');
  };
}
