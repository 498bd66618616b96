// Proposes custom fields for saved traffic. Combines the traffic files and src/language/custom-fields; prints nothing.
import {
  chooseFields,
  type FieldProposal,
  LIMITS,
  type LimitsName,
  NameTally,
  type ProposalNote,
  type ProposedRuleset,
  proposedRuleset,
} from '../../language/custom-fields/index.ts';
import { checkChoice, checkCount } from '../request/check-value.ts';
import { DEFAULT_LIMITS } from '../request/request-defaults.ts';
import { readTraffic, type TrafficReading, type TrafficRequest } from '../traffic/read-traffic.ts';
import {
  noCookieHeaderNote,
  nothingSentNote,
  type TrafficProblems,
  type TrafficTotal,
} from '../traffic/traffic-total.ts';

/** A proposal of custom fields. */
export interface ProposeFieldsRequest extends TrafficRequest {
  /** @default 'classic' */
  limits?: LimitsName | undefined;
  /** Proposes names and values that look like credentials, too. @default false */
  includeCredentials?: boolean | undefined;
  /** Most fields to propose. @default as many as the limits allow */
  max?: number | undefined;
}

/** The result of `fields propose`. */
export interface FieldsProposal extends Omit<FieldProposal, 'notes'>, TrafficProblems {
  version: 1;
  partial: boolean;
  traffic: TrafficTotal;
  /** The ruleset that logs the fields, as `readRuleset` and the API accept it; null: no name is worth a field. */
  ruleset: ProposedRuleset | null;
  notes: { code: ProposalNote['code'] | 'hosts' | 'no-cookie-header' | 'nothing-sent'; message: string }[];
}

/**
 * Proposes a ruleset that logs the headers and cookies of saved traffic, within the limits, and gives the reason for each name that it
 * contains or leaves out. Leaves out what looks like a credential. No value of the traffic is part of the result.
 * @throws HeadgateError `usage` for a wrong option; `logs-not-traffic`; an error of a file that cannot be read
 * @example
 * ```ts
 * import { proposeFields } from 'headgate';
 *
 * const { fields, leftOut } = await proposeFields({ sources: ['samples/traffic/shop.har'], max: 1 });
 * console.log(fields[0]?.name, fields[0]?.reason); // => cache-control its value varies
 * console.log(leftOut[0]?.name, leftOut[0]?.reason); // => :authority the field ClientRequestHost contains it
 * ```
 */
export async function proposeFields(request: ProposeFieldsRequest): Promise<FieldsProposal> {
  const { limits: limitsName = DEFAULT_LIMITS, includeCredentials = false, max } = request;
  checkChoice('limits', limitsName, ['classic', 'current']);
  if (max !== undefined) checkCount('max', max, 1);
  const limits = LIMITS[limitsName];
  const tally = new NameTally(limits);
  const reading = await readTraffic(request, {
    purpose: PROPOSE,
    onExchange: ({ request: { headers }, response }) => tally.add({ request: headers, response: response.headers }),
  });
  const { notes, ...proposal } = chooseFields(tally, { limits, includeCredentials, max });
  const { partial, traffic, problemCounts, problems } = reading;
  return {
    version: 1,
    partial,
    traffic,
    ...proposal,
    ruleset: proposedRuleset(proposal.fields),
    notes: [...notes, ...trafficNotes(reading, proposal.withCookies)],
    problemCounts,
    problems,
  };
}

/** What the traffic is for, in errors. */
export const PROPOSE = 'propose custom fields';

function trafficNotes(reading: TrafficReading, withCookies: number): FieldsProposal['notes'] {
  const { traffic, forms, hostsNote } = reading;
  const notes: FieldsProposal['notes'] = [];
  const noCookies = noCookieHeaderNote(traffic, forms, withCookies);
  if (noCookies !== undefined) notes.push({ code: 'no-cookie-header', message: `${noCookies}; no cookie is proposed` });
  const nothingSent = nothingSentNote(traffic);
  if (nothingSent !== undefined) notes.push({ code: 'nothing-sent', message: nothingSent });
  if (hostsNote !== undefined) notes.push({ code: 'hosts', message: hostsNote });
  return notes;
}
