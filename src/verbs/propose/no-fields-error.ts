// The error of a proposal without fields: an empty ruleset would be rejected by the API.
import { HeadgateError, printPlural } from '../../base/index.ts';
import { type FieldsProposal, PROPOSE } from './propose-fields.ts';

/** Returns the error `nothing-to-propose`, of kind `negative`; undefined if there is a field, or the run was interrupted. */
export function noFieldsError({ partial, ruleset, leftOut, exchanges }: FieldsProposal): HeadgateError | undefined {
  if (ruleset !== null || partial) return undefined;
  const names = leftOut.length === 0 ? 'no usable name' : printPlural(leftOut.length, 'name');
  const found = `${names} in ${printPlural(exchanges, 'exchange')}${leftOut.length === 0 ? '' : ', none to log'}`;
  return new HeadgateError(
    'nothing-to-propose',
    `cannot ${PROPOSE}: found ${found}, expected at least one header or cookie for a field; --format text prints the reasons`,
    { kind: 'negative' },
  );
}
