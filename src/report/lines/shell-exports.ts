// Renders the connection to a sandbox as shell lines, to be copied or sourced. The only output that contains its secrets.
import type { SandboxConnection } from '../../verbs/index.ts';

/** Needs no quotes in a POSIX shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Renders one `export` for each variable. E-mail and key are a comment: some clients reject both ways to authenticate at once. */
export function renderShellExports({
  baseURL,
  token,
  email,
  apiKey,
  bucket,
  edge,
  ...zone
}: SandboxConnection): string {
  const variables = {
    CLOUDFLARE_BASE_URL: baseURL,
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_ZONE_ID: zone.zoneId,
    CLOUDFLARE_ACCOUNT_ID: zone.accountId,
    AWS_ENDPOINT_URL: bucket.endpoint,
    AWS_ACCESS_KEY_ID: bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    AWS_REGION: bucket.region,
    HEADGATE_EDGE_URL: edge.url,
    HEADGATE_EDGE_KEY: edge.key,
  };
  const second = { CLOUDFLARE_EMAIL: email, CLOUDFLARE_API_KEY: apiKey };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}`);
  const instead = Object.entries(second).map(([name, value]) => `${name}=${quote(value)}`);
  return `${lines.join('\n')}\n# instead of the token: unset CLOUDFLARE_API_TOKEN; export ${instead.join(' ')}\n`;
}

function quote(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
