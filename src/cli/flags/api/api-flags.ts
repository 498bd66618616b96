// Defines the flags of commands that use the management API: its address, and a zone or an account. No flag takes a secret: credentials
// come from the environment or a prompt, see credentials.ts.
import { type Command, InvalidArgumentError } from 'commander';
import { type ApiOwners, isApiId } from '../../../api/index.ts';
import { HeadgateError } from '../../../base/index.ts';

/** Values of {@link addApiFlags}. */
export interface ApiFlags {
  zone?: string;
  account?: string;
  apiUrl?: string;
}

/** Variables of the environment. */
const API_VARIABLES = {
  zone: 'CLOUDFLARE_ZONE_ID',
  account: 'CLOUDFLARE_ACCOUNT_ID',
  url: 'CLOUDFLARE_BASE_URL',
} as const;

const MISSING: Readonly<Record<OwnerKind, string>> = {
  zone: `found no zone, expected --zone ID or NAME, or the variable ${API_VARIABLES.zone}`,
  account: `found no account, expected --account ID, or the variable ${API_VARIABLES.account}`,
  'zone-or-account': `found neither a zone nor an account, expected --zone ID or NAME, --account ID, or one of the variables ${API_VARIABLES.zone} and ${API_VARIABLES.account}`,
};

/** Labels of a host name: letters of any script, digits, hyphens, underscores. */
const ZONE_NAME = /^(?=.{1,253}$)[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u;

/** What a command is about. */
export type OwnerKind = 'zone' | 'account' | 'zone-or-account';

/** Adds `--zone`, `--account` (unless the command is about the other alone) and `--api-url`. */
export function addApiFlags(command: Command, owners: OwnerKind): Command {
  const group = command.optionsGroup('API options:');
  if (owners !== 'account') {
    group.option('--zone <id|name>', `Zone, by id or name (default: ${API_VARIABLES.zone})`, parseZone);
  }
  if (owners !== 'zone') {
    group.option('--account <id>', `Account, by id (default: ${API_VARIABLES.account})`, parseAccount);
  }
  return group.option(
    '--api-url <url>',
    `Address of the API (default: ${API_VARIABLES.url}, or the public API)`,
    parseURL,
  );
}

/** Adds `--undo-dir`. */
export function addUndoFlag(command: Command): Command {
  return command.option('--undo-dir <dir>', 'Folder for the undo file (default: current folder)', parseNonEmpty);
}

/**
 * Returns the zone and the account that the flags name; without a flag, those of the environment, where both may be set: a dataset then
 * decides, and `jobs list` uses the zone.
 * @param owners as for {@link addApiFlags}
 * @throws HeadgateError `usage` for both flags, and for neither flag nor variable
 */
export function apiOwners(
  { zone, account }: ApiFlags,
  owners: OwnerKind,
  environment: NodeJS.ProcessEnv = process.env,
): ApiOwners {
  if (zone !== undefined && account !== undefined) throw usage('found --zone and --account, expected one of them');
  if (zone !== undefined) return { zone };
  if (account !== undefined) return { account };
  const zoneVariable = owners === 'account' ? undefined : variable(environment, API_VARIABLES.zone, parseZone);
  const accountVariable = owners === 'zone' ? undefined : variable(environment, API_VARIABLES.account, parseAccount);
  if (zoneVariable === undefined && accountVariable === undefined) throw usage(MISSING[owners]);
  return { zone: zoneVariable, account: accountVariable };
}

/** Returns the address of the API; undefined for the public one. */
export function apiURL({ apiUrl }: ApiFlags, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return apiUrl ?? (environment[API_VARIABLES.url]?.trim() || undefined);
}

/** An empty variable counts as unset. */
function variable(environment: NodeJS.ProcessEnv, name: string, parse: (text: string) => string): string | undefined {
  const text = environment[name]?.trim() ?? '';
  if (text === '') return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw usage(`the variable ${name}: ${error.message.replace(/^Found/, 'found').replace(/\.$/, '')}`);
  }
}

function parseZone(text: string): string {
  const zone = parseNonEmpty(text).toLowerCase();
  if (isApiId(zone) || ZONE_NAME.test(zone)) return zone;
  throw new InvalidArgumentError(
    `Found ${shown(text)}, expected an id of 32 hexadecimal digits, or a name such as example.com.`,
  );
}

function parseAccount(text: string): string {
  const account = parseNonEmpty(text).toLowerCase();
  if (isApiId(account)) return account;
  throw new InvalidArgumentError(`Found ${shown(text)}, expected an id of 32 hexadecimal digits.`);
}

/** Longest text that a message repeats. A longer one may be a key or a token in the wrong variable. Characters. */
const MAX_SHOWN = 32;

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `a text of ${text.length} characters` : JSON.stringify(text);
}

function parseURL(text: string): string {
  return parseNonEmpty(text);
}

function parseNonEmpty(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('Found an empty text, expected a value; is a shell variable empty?');
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot use the API: ${found}`);
}
