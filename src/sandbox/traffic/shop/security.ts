// The actions of the platform's security products on a request: action, rules and sources, arrays of equal length.

/** The security fields of one request. */
export interface Security {
  /** The terminating action; empty if there is none. */
  readonly action: string;
  readonly actions: readonly string[];
  readonly ruleIds: readonly string[];
  readonly sources: readonly string[];
}

const LOGIN_RULE = '5c2f7d9b0a1e4c83b6d4f90712ab34cd';
const RATE_RULE = 'e81d06f2c94b47f0a3357be2d1c8806a';
const MANAGED_RULE = '46b937649a424b7ead90f6d0e1149ea6';
const SCAN_RULE = 'a4f1c09d2b7e4d66905c3e8817fb2d50';

/** Nothing matched. */
export const UNTOUCHED: Security = { action: '', actions: [], ruleIds: [], sources: [] };
/** The login rule while it only logs. */
export const LOGGED: Security = { action: '', actions: ['log'], ruleIds: [LOGIN_RULE], sources: ['firewallCustom'] };
/** The login rule once it acts. */
export const CHALLENGED: Security = {
  action: 'managedChallenge',
  actions: ['managedChallenge'],
  ruleIds: [LOGIN_RULE],
  sources: ['firewallCustom'],
};
/** Too many logins from one address. */
export const RATE_LIMITED: Security = {
  action: 'block',
  actions: ['log', 'block'],
  ruleIds: [LOGIN_RULE, RATE_RULE],
  sources: ['firewallCustom', 'ratelimit'],
};
/** A known attack in the request. */
export const BLOCKED: Security = {
  action: 'block',
  actions: ['log', 'block'],
  ruleIds: [SCAN_RULE, MANAGED_RULE],
  sources: ['firewallManaged', 'firewallManaged'],
};
/** A crawler that does not identify itself. */
export const JS_CHALLENGED: Security = {
  action: 'jschallenge',
  actions: ['jschallenge'],
  ruleIds: [SCAN_RULE],
  sources: ['botManagement'],
};
