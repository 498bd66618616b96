// Ids of events, mails and entries of the history, in the form of the platform's ids.
import { randomBytes } from 'node:crypto';

/** Returns 32 random hexadecimal digits. */
export function newObjectId(): string {
  return randomBytes(16).toString('hex');
}
