// The zone or account of an undo file: applied to another one, the file would replace settings that it was not made from.
import { HeadgateError, isPlainObject } from '../../base/index.ts';
import { UNDO_SCOPE_KEY } from '../../language/job/index.ts';
import type { Scope } from '../api/index.ts';

/** Adds the zone or account to the content of an undo file. */
export function withUndoScope(content: Readonly<Record<string, unknown>>, scope: Scope): Record<string, unknown> {
  return { ...content, [UNDO_SCOPE_KEY]: scope };
}

/** Returns the zone or account of an undo file; undefined for any other text. */
export function undoScopeIn(text: string): Scope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const scope = isPlainObject(value) ? value[UNDO_SCOPE_KEY] : undefined;
    if (!isPlainObject(scope)) return undefined;
    if (typeof scope.zone === 'string') return { zone: scope.zone };
    return typeof scope.account === 'string' ? { account: scope.account } : undefined;
  } catch {
    // The parser of the file reports it.
    return undefined;
  }
}

/**
 * Rejects an undo file of another zone or account.
 * @param found of the file; undefined if it is no undo file
 * @throws HeadgateError `undo-scope`
 */
export function rejectOtherScope(found: Scope | undefined, scope: Scope, origin: string): void {
  if (found === undefined || nameOf(found) === nameOf(scope)) return;
  throw new HeadgateError(
    'undo-scope',
    `cannot use ${origin}: found the undo file of ${nameOf(found)}, expected one of ${nameOf(scope)}; nothing was changed; use --${nameOf(found)}`,
    { kind: 'negative' },
  );
}

function nameOf(scope: Scope): string {
  return 'zone' in scope ? `zone ${scope.zone}` : `account ${scope.account}`;
}
