// The edge script as text, for the sandbox and for `headgate edge init`. Does not start it.
export { EDGE_COMPATIBILITY_DATE } from './compatibility-date.ts';
export { type EdgeScript, edgeScript } from './edge-script.ts';
