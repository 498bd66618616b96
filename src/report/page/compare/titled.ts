// Titles of sections of one of several comparisons.
import type { Text } from '../page.ts';

/** Returns a title with the new filter before it, if there are several. @param prefix empty if there is one */
export function titled(prefix: Text, title: string): Text {
  return typeof prefix === 'string' ? prefix + title : [...prefix, title];
}
