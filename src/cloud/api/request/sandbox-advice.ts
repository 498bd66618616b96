// Advice for requests that only a sandbox receives, in place of that for the platform: these commands have no flag for the address, and a
// sandbox has no permissions, proxies or status page.

const LINES = 'run the lines that it prints in this shell';
const CHECK_OUTPUT = 'look at what the sandbox prints';
const OTHER_SERVER = `expected the API of a running sandbox; check CLOUDFLARE_BASE_URL, or ${LINES}`;
const WRONG_TOKEN =
  'expected the credentials of the running sandbox; run the lines that it printed in this shell again';

/** What was expected and how to fix it, by the code of the error. */
export const SANDBOX_ADVICE: Readonly<Partial<Record<string, string>>> = {
  'api-unreachable': `expected a running sandbox; start it (headgate sandbox), and ${LINES}`,
  'api-tls': 'expected an address that begins with http://; check CLOUDFLARE_BASE_URL',
  'api-timeout': `expected one; ${CHECK_OUTPUT}`,
  'api-connection-lost': `expected one; ${CHECK_OUTPUT}`,
  'api-unexpected-answer': OTHER_SERVER,
  'api-redirect': OTHER_SERVER,
  'api-method': OTHER_SERVER,
  'api-unauthorized': WRONG_TOKEN,
  'api-forbidden': WRONG_TOKEN,
  'api-missing':
    'expected the API and the account of the running sandbox; check CLOUDFLARE_BASE_URL and CLOUDFLARE_ACCOUNT_ID',
  'api-too-large': 'expected a smaller request; shorten the value',
  'api-server': `expected an answer; ${CHECK_OUTPUT}`,
};
