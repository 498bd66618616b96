// Who the local service serves: one user, one account and one zone. All values are random, created with the state.
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { HeadgateError } from '../../base/index.ts';

/** The user, the account and the zone of a state. `token`, `apiKey` and `signingSecret` are secrets. */
export interface Identity {
  /** API token. */
  readonly token: string;
  /** E-mail and key of the second form of authentication. */
  readonly email: string;
  readonly apiKey: string;
  /** 32 hexadecimal digits each. */
  readonly zoneId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly tokenId: string;
  /** Signs ownership tokens. Hexadecimal digits. */
  readonly signingSecret: string;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
}

/** In a domain that is reserved for examples: RFC 2606. */
const EMAIL = 'sandbox@example.com';
/** Characters that a header can carry. */
const TOKEN = /^[\x21-\x7e]{1,256}$/;

/** Creates an id as the platform's: 32 hexadecimal digits. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** Creates a new identity. @param nowMs milliseconds since 1970 */
export function createIdentity(nowMs: number): Identity {
  return {
    token: randomBytes(30).toString('base64url'),
    email: EMAIL,
    apiKey: randomBytes(18).toString('hex'),
    zoneId: newId(),
    accountId: newId(),
    userId: newId(),
    tokenId: newId(),
    signingSecret: randomBytes(32).toString('hex'),
    createdMs: Math.floor(nowMs),
  };
}

/** @throws HeadgateError `token-invalid` if no client can send the token */
export function checkToken(token: string): void {
  if (TOKEN.test(token)) return;
  throw new HeadgateError(
    'token-invalid',
    'cannot use the API token: found a character that a header cannot carry, or a wrong length, expected 1 to 256 visible ASCII characters',
  );
}

/** Stores an identity in place of an earlier one. */
export function storeIdentity(db: DatabaseSync, identity: Identity): void {
  const store = db.prepare('INSERT OR REPLACE INTO identity (name, value) VALUES (?, ?)');
  for (const [name, value] of Object.entries(identity)) store.run(name, String(value));
}

/** @returns undefined if a part is missing */
export function readIdentity(db: DatabaseSync): Identity | undefined {
  const rows = db.prepare('SELECT name, value FROM identity').all() as { name: string; value: string }[];
  const found = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const isComplete = Object.keys(createIdentity(0)).every((name) => found[name] !== undefined);
  return isComplete ? ({ ...found, createdMs: Number(found.createdMs) } as unknown as Identity) : undefined;
}
