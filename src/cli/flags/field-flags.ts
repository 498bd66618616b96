// The argument and the flags of commands about custom fields.
import { DEFAULT_LIMITS } from '../../verbs/request/request-defaults.ts';
import type { ArgumentRow } from '../command.ts';

/** Saved traffic. */
export const TRAFFIC_ARGUMENT = {
  name: 'traffic',
  takes: 'some',
  help: 'HAR files, NDJSON files of exchanges, folders, or - for standard input; gzip and Zstandard are decompressed',
} as const satisfies ArgumentRow;

/** Limits of custom fields. */
export const LIMITS_FLAG = {
  flag: '--limits <set>',
  sets: 'limits',
  kind: 'choice',
  choices: ['classic', 'current'],
  default: DEFAULT_LIMITS,
  help: 'Custom field limits: classic (until 2025-04) or current',
} as const;

/** Whose exchanges. */
export const HOST_FLAG = {
  flag: '--host <name>',
  sets: 'hosts',
  kind: 'text',
  repeatable: true,
  default: [],
  defaultText: 'all hosts',
  help: 'Include only exchanges with this host, or *.host (repeatable)',
} as const;
