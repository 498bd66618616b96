// The routes of the versions of a ruleset, below its id or the entry point of its phase.
import type { Context } from 'hono';
import type { JobScope } from '../../state/job-config.ts';
import type { RulesetStore } from '../../state/ruleset-store.ts';
import { presentHead, presentRuleset, type StoredRuleset } from '../../state/stored-ruleset.ts';
import { answer, answerNothing } from '../envelope.ts';
import { apiError } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';
import { readFlag } from '../request/read-query.ts';
import type { addScopedRoute } from '../routes.ts';
import { missingVersion } from './missing.ts';

/**
 * Adds the routes.
 * @param rulesetOf finds the ruleset that a path names, or throws
 */
export function addVersionRoutes(
  add: (path: string, methods: Parameters<typeof addScopedRoute>[3]) => void,
  rulesets: RulesetStore,
  path: string,
  rulesetOf: (c: Context, scope: JobScope) => StoredRuleset,
): void {
  const versionOf = (c: Context, scope: JobScope): { current: StoredRuleset; found: StoredRuleset } => {
    const current = rulesetOf(c, scope);
    const asked = c.req.param('version')!;
    const found = rulesets.versions(current.id).find(({ version }) => String(version) === asked);
    if (found === undefined) throw missingVersion(asked, current.id);
    return { current, found };
  };
  add(path, {
    GET: (c, scope) => answer(c, rulesets.versions(rulesetOf(c, scope).id).map(presentHead)),
  });
  add(`${path}/:version`, {
    GET: (c, scope) => answer(c, presentRuleset(versionOf(c, scope).found)),
    DELETE: (c, scope) => {
      const { current, found } = versionOf(c, scope);
      // Not public; ours.
      if (found.version === current.version) {
        const message = `cannot delete version '${found.version}' of ruleset '${found.id}': it is the current version`;
        throw apiError(400, CODES.rulesetInvalid, message);
      }
      if (!readFlag(c, 'dry_run')) rulesets.deleteVersion(found.id, found.version);
      return answerNothing(c);
    },
  });
}
