// The path of an envelope around lines, as users write it. Commands check it before they load what reads lines.
import { HeadgateError } from '../headgate-error.ts';

/** In place of a path: envelopes are found line by line. */
export const AUTO_UNWRAP = 'auto';

/**
 * Parses the path of an envelope: `event`, `attributes.attributes`. A key may contain dots.
 * @throws HeadgateError `bad-unwrap-path`
 */
export function parseEnvelopePath(text: string): string[][] {
  const path = text.trim().replace(/^\$?\.(?!\.)/, '');
  const keys = path.split('.');
  if (keys.includes('') || /[[\]]/.test(path)) {
    throw new HeadgateError(
      'bad-unwrap-path',
      `cannot use the envelope's path: found ${JSON.stringify(text)}, expected keys like "event" or "attributes.attributes", or none`,
    );
  }
  return keys.length === 1 ? [keys] : [[path], keys];
}
