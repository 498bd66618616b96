// The proposal of custom fields for traffic: the fields, the names left out, and the reason for each. Types only; choose-fields.ts
// chooses.
import type { LimitsName } from '../limits.ts';
import type { ConfiguredField } from '../ruleset/ruleset.ts';
import type { NameFigures } from './name-tally.ts';

/** Why a name is proposed, as a stable code. */
export type ProposedCode = 'varies' | 'sometimes' | 'constant';

/** Why a name is left out, as a stable code. */
export type LeftOutCode =
  /** Another field of http_requests contains its value. */
  | 'standard-field'
  /** Its name is one of a credential. */
  | 'credential-name'
  /** A value looks like a credential. */
  | 'credential-value'
  /** The Cookie header: its cookies are proposed one by one. */
  | 'whole-cookie-header'
  /** It describes one connection. */
  | 'hop-by-hop'
  /** An HTTP/2 pseudo header. */
  | 'pseudo-header'
  /** The platform does not log it. */
  | 'never-logged'
  /** A rule cannot contain the name. */
  | 'impossible-name'
  /** Every value is empty. */
  | 'empty'
  /** Too many lines would exceed the size limit. */
  | 'line-size'
  /** More names than the limits allow. */
  | 'too-many'
  /** More names than requested. */
  | 'over-max';

/** A proposed field. */
export interface ProposedField extends NameFigures {
  array: ConfiguredField['array'];
  preserveDuplicates: boolean;
  code: ProposedCode;
  reason: string;
}

/** A name that is not proposed. */
export interface LeftOutName extends NameFigures {
  code: LeftOutCode;
  reason: string;
}

/** A note on the whole proposal. */
export interface ProposalNote {
  code: 'hidden-names' | 'long-names' | 'many-names' | 'credentials' | 'original-headers';
  message: string;
}

/** A proposal. */
export interface FieldProposal {
  limits: LimitsName;
  /** UTF-8 bytes that the values of a line may have; null: no limit. */
  limitBytes: number | null;
  exchanges: number;
  /** Exchanges whose request has a Cookie header. */
  withCookies: number;
  /** By usefulness: the most useful first. */
  fields: ProposedField[];
  /** By key, then the most frequent first. */
  leftOut: LeftOutName[];
  notes: ProposalNote[];
}
