// The key of the edge script, from the request, the environment or a question. Never part of a source, and never printed.
import { HeadgateError, isVisibleAscii } from '../../base/index.ts';
import type { LocationOptions } from './location.ts';

/** Name of the variable. */
export const EDGE_KEY = 'HEADGATE_EDGE_KEY';

/**
 * Returns the key for a source. Removes white space around it, as copied text often has it.
 * @param source its address for messages, and its host for the question
 * @returns undefined if there is none: public objects need no key
 * @throws HeadgateError `edge-key` for a key that no header can carry
 */
export async function findEdgeKey(
  { edgeKey, askEdgeKey }: LocationOptions,
  { display, host }: { display: string; host: string },
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  if (edgeKey !== undefined) return checkedKey(edgeKey, 'edgeKey', display);
  const ambient = checkedKey(env[EDGE_KEY] ?? '', EDGE_KEY, display);
  if (ambient !== undefined || askEdgeKey === undefined) return ambient;
  return checkedKey(await askEdgeKey(host), 'the key', display);
}

function checkedKey(text: string, name: string, display: string): string | undefined {
  const key = text.trim();
  if (key === '') return undefined;
  if (isVisibleAscii(key)) return key;
  throw new HeadgateError(
    'edge-key',
    `cannot read ${display}: found a space, a line break or another unexpected character in ${name}, expected visible ASCII characters; copy the key again`,
  );
}
