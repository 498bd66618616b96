// Advice for requests that only a sandbox receives, in place of that for the platform: these commands have no flag for the address, and a
// sandbox has no permissions, proxies or status page.

const LINES = 'run the lines that the sandbox prints in this shell';
const CHECK_OUTPUT = 'look at what the sandbox prints';
const OTHER_SERVER = `check CLOUDFLARE_BASE_URL, or ${LINES}`;
const WRONG_TOKEN = 'run the lines that the sandbox printed in this shell again';

/** What to do, by the code of the error. */
export const SANDBOX_ADVICE: Readonly<Partial<Record<string, string>>> = {
  'api-unreachable': `start a sandbox (headgate sandbox), and ${LINES}`,
  'api-tls': 'check CLOUDFLARE_BASE_URL, which begins with http:// for a sandbox',
  'api-timeout': CHECK_OUTPUT,
  'api-connection-lost': CHECK_OUTPUT,
  'api-unexpected-answer': OTHER_SERVER,
  'api-redirect': OTHER_SERVER,
  'api-method': OTHER_SERVER,
  'api-unauthorized': WRONG_TOKEN,
  'api-forbidden': WRONG_TOKEN,
  'api-missing': 'check CLOUDFLARE_BASE_URL and CLOUDFLARE_ACCOUNT_ID',
  'api-too-large': 'shorten the value',
  'api-server': CHECK_OUTPUT,
};
