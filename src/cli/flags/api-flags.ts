// The flags of commands that use the management API: its address, and a zone or an account. No flag takes a secret: credentials come from
// the environment or a prompt, see credentials.ts.
import { isApiId } from '../../base/index.ts';
import { inGroup, type Parser } from '../flag-row.ts';
import { worded } from './parsers.ts';

/** Variables of the environment. */
export const API_VARIABLES = {
  zone: 'CLOUDFLARE_ZONE_ID',
  account: 'CLOUDFLARE_ACCOUNT_ID',
  url: 'CLOUDFLARE_BASE_URL',
} as const;

const VALUE = worded('a value');

/** Labels of a host name: letters of any script, digits, hyphens, underscores. */
const ZONE_NAME = /^(?=.{1,253}$)[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u;

/** Returns the parser of a value that is read in lower case. */
function lowerCase(isValue: (text: string) => boolean, expected: string): Parser<string> {
  return {
    parse: (text) => {
      const value = text.trim().toLowerCase();
      return isValue(value) ? value : undefined;
    },
    expected: (text) => (text.trim() === '' ? (VALUE.expected as string) : expected),
  };
}

/** The id or the name of a zone. */
export const ZONE: Parser<string> = lowerCase(
  (text) => isApiId(text) || ZONE_NAME.test(text),
  'an id of 32 hexadecimal digits, or a name such as example.com',
);
/** The id of an account. */
export const ACCOUNT: Parser<string> = lowerCase(isApiId, 'an id of 32 hexadecimal digits');

const ZONE_ROW = {
  flag: '--zone <id|name>',
  sets: 'zone',
  kind: 'parsed',
  ...ZONE,
  help: `Zone, by id or name (default: ${API_VARIABLES.zone})`,
} as const;
const ACCOUNT_ROW = {
  flag: '--account <id>',
  sets: 'account',
  kind: 'parsed',
  ...ACCOUNT,
  help: `Account, by id (default: ${API_VARIABLES.account})`,
} as const;
const URL_ROW = {
  flag: '--api-url <url>',
  sets: 'baseURL',
  kind: 'parsed',
  ...VALUE,
  help: `Address of the API (default: ${API_VARIABLES.url}, or the public API)`,
} as const;

const API_OPTIONS = 'API options:';
/** Of commands about a zone or an account. */
export const API_FLAGS = inGroup(API_OPTIONS, [ZONE_ROW, ACCOUNT_ROW, URL_ROW]);
/** Of commands about a zone. */
export const ZONE_FLAGS = inGroup(API_OPTIONS, [ZONE_ROW, URL_ROW]);
/** Of commands about an account. */
export const ACCOUNT_FLAGS = inGroup(API_OPTIONS, [ACCOUNT_ROW, URL_ROW]);

/** Applies without a question. */
export const YES_FLAG = { flag: '-y, --yes', sets: 'yes', kind: 'switch', help: 'Apply without a question' } as const;

/** Where an apply writes the undo file. */
export const UNDO_DIR_FLAG = {
  flag: '--undo-dir <dir>',
  sets: 'undoFolder',
  kind: 'parsed',
  ...VALUE,
  help: 'Folder for the undo file (default: current folder)',
} as const;

/** Exit code 3. */
export const DETAILED_EXITCODE_FLAG = {
  flag: '--detailed-exitcode',
  sets: 'detailedExitcode',
  kind: 'switch',
  help: 'Exit with code 3 if changes are pending',
} as const;
