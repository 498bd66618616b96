// The error of a proposal without fields: an empty ruleset would be rejected by the API.
import { HeadgateError, printPlural } from '../../base/index.ts';
import { type FieldsProposal, PROPOSE } from './propose-fields.ts';

/** Returns the error `nothing-to-propose`; undefined if there is a field. Its kind is `negative`. */
export function noFieldsError({ ruleset, leftOut, exchanges }: FieldsProposal): HeadgateError | undefined {
  if (ruleset !== null) return undefined;
  const found = leftOut.length === 0 ? 'no header or cookie' : `${printPlural(leftOut.length, 'name')}, each left out`;
  return new HeadgateError(
    'nothing-to-propose',
    `cannot ${PROPOSE}: found ${found} in ${printPlural(exchanges, 'exchange')}, expected at least one that a field can log; --format text prints the reasons`,
    { kind: 'negative' },
  );
}
