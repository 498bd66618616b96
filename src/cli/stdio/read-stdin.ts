// Reads standard input as text, for a filter or job given as `-`. At most once per run: it cannot be read again.
import { HeadgateError } from '../../base/index.ts';
import { readArgumentStream } from '../../run/argument-text.ts';

/** Returns a reader of standard input that rejects a second call with `stdin-twice`. */
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
