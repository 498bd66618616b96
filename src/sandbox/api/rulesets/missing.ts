// The answers to rulesets, versions and rules that are not there: 404. The text for an entry point is the platform's; the
// others are not public, ours.
import { startOf } from '../../../base/index.ts';
import { type ApiError, apiError, CODES } from '../request/api-error.ts';

/** Longest text of a client that a message repeats. Characters. */
const MAX_SHOWN = 100;

/** A phase without an entry point: 404. */
export function missingEntryPoint(phase: string): ApiError {
  return missing(`could not find entrypoint ruleset in the ${startOf(phase, MAX_SHOWN)} phase`);
}

/** An id without a ruleset: 404. */
export function missingRuleset(id: string): ApiError {
  return missing(`could not find ruleset '${startOf(id, MAX_SHOWN)}'`);
}

/** A ruleset without this version: 404. */
export function missingVersion(version: string, id: string): ApiError {
  return missing(`could not find version '${startOf(version, MAX_SHOWN)}' of ruleset '${id}'`);
}

/** A ruleset without this rule: 404. */
export function missingRule(rule: string, id: string): ApiError {
  return missing(`could not find rule '${startOf(rule, MAX_SHOWN)}' in ruleset '${id}'`);
}

function missing(message: string): ApiError {
  return apiError(404, CODES.rulesetMissing, message);
}
