// Destinations of the platform that the sandbox stores with a job, and pushes nothing to. Sends no request.
import { otherSchemeReason, redactLocation } from '../../input/destination/index.ts';
import { pushFailed } from './object-path.ts';
import type { ObjectWriter } from './object-writer.ts';

/** Returns the reason why the sandbox pushes nothing to a destination, without secrets; undefined if it pushes there. */
export function whyStoredOnly(conf: string): string | undefined {
  if (otherSchemeReason(conf) === undefined) return undefined;
  return `the sandbox stores a job for ${conf.slice(0, conf.indexOf('://') + 3)} and pushes nothing there`;
}

/** Creates the writer of such a destination: every put fails. */
export function storedOnlyWriter(conf: string): ObjectWriter {
  const display = redactLocation(conf);
  return {
    identity: conf.replace(/\?.*$/s, ''),
    display,
    needsProof: false,
    put: (_day, name) => Promise.reject(pushFailed(name, whyStoredOnly(conf)!)),
    close: () => {},
  };
}
