// Reads standard input as one text, for a filter, job or ruleset given as `-`. Rejects a second use, because the input is read once.
import { HeadgateError } from '../../base/index.ts';
import { type ReadStdin, readArgumentStream } from './argument-text.ts';

/** Returns a reader of standard input. @throws HeadgateError `stdin-twice` when it is called again */
export function readStdin(): ReadStdin {
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
