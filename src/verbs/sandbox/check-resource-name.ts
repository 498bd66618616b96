// Checks the name of a bucket or a secret before a request is sent, with the rule of the sandbox.
import { HeadgateError } from '../../base/index.ts';
import type { NameRule } from '../../sandbox/edge/index.ts';

/**
 * Checks a name. The message does not repeat an invalid name of a secret, which may contain its value.
 * @throws HeadgateError `api-bucket` or `api-secret`
 */
export function checkResourceName(
  verb: 'create' | 'store' | 'delete',
  noun: 'bucket' | 'secret',
  name: string,
  { pattern, expected }: NameRule,
): void {
  if (pattern.test(name)) return;
  const shown = noun === 'secret' ? 'an invalid name' : `the name ${JSON.stringify(name)}`;
  const reason =
    name === ''
      ? `found an empty name, expected ${expected}; is a shell variable empty?`
      : `found ${shown}, expected ${expected}`;
  throw new HeadgateError(`api-${noun}`, `cannot ${verb} a ${noun}: ${reason}`, { kind: 'negative' });
}
