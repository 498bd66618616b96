// Load-balancer pools of the shop with legacy recipients, as the API returns them: an account before its migration to notification policies.
// Every value follows from the tables below. docs/platform.md, "Pools".
import { createHash } from 'node:crypto';

/** Shop services and the team that each pool notifies. */
const TEAMS: Readonly<Record<string, string>> = {
  ...{ api: 'ops', auth: 'ops', emails: 'ops', images: 'ops', static: 'ops', webhooks: 'ops', checkout: 'ops' },
  ...{ cart: 'shop-team', catalog: 'shop-team', pricing: 'shop-team', recommendations: 'shop-team' },
  ...{ reviews: 'shop-team', search: 'shop-team', storefront: 'shop-team' },
  ...{ inventory: 'logistics', shipping: 'logistics', payments: 'payments' },
};
const REGIONS = [
  ...['eu-west-1', 'eu-central-1', 'us-east-1', 'us-west-2', 'ap-northeast-1', 'ap-southeast-1'],
  // Their pools never had recipients.
  ...['af-south-1', 'sa-east-1'],
];
const REGIONS_WITH_RECIPIENTS = 6;

/** How people have written one address over the years. The last is a list with duplicates. */
const WRITINGS: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => address.toUpperCase(),
  (address) => ` ${address}`,
  (address) => `${address}, `,
  (address) => `${address[0]!.toUpperCase()}${address.slice(1)}`,
  (address) => `${address},${address.toUpperCase()} , ${address}`,
];
/** How a pool says that it has no recipients; undefined: without the key. */
const WITHOUT_RECIPIENTS = [null, undefined, '', ' ', null, '', undefined];
/** How a pool says that it reports all events; undefined: without the key. */
const ALL_EVENTS = [
  ...[undefined, null, {}],
  { pool: { disable: false, healthy: null }, origin: { disable: false, healthy: null } },
  { pool: {}, origin: null },
];

/** Keys of single pools, which replace those of the tables. */
const EXCEPTIONS: Readonly<Record<string, object>> = {
  // The same recipients and filter, which no other pool has.
  ...Object.fromEntries(
    ['checkout-eu-west-1', 'checkout-eu-central-1', 'checkout-us-east-1'].map((name) => [
      name,
      { notification_email: 'checkout-oncall@example.com', notification_filter: { origin: { disable: true } } },
    ]),
  ),
  'payments-eu-west-1': { notification_email: 'payments@example.com, finance@example.com' },
  'search-us-east-1': { notification_filter: { pool: { healthy: false }, origin: { healthy: null } } },
  'erp-onprem': { notification_email: 'call Jim, ext. 4711' },
};
/** Services whose origins come and go: only their pools report events. */
const WITHOUT_ORIGIN_EVENTS = ['images', 'static'];

/** A day. Milliseconds. */
const DAY_MS = 86_400_000;
const FIRST_CREATED_MS = Date.UTC(2019, 2, 4, 9, 30);
/** Networks for documentation: RFC 5737. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];

/** Returns the answer to a list of all 137 pools, in ascending order of name, one pool per line. */
export function poolsDocument(): string {
  const names = [
    ...Object.keys(TEAMS).flatMap((service) => REGIONS.map((region) => `${service}-${region}`)),
    'erp-onprem',
  ];
  const pools = names.sort().map(poolOf);
  const info = { page: 1, per_page: pools.length, count: pools.length, total_count: pools.length, total_pages: 1 };
  const lines = pools.map((pool) => JSON.stringify(pool)).join(',\n');
  return `{"success":true,"errors":[],"messages":[],"result":[\n${lines}\n],"result_info":${JSON.stringify(info)}}\n`;
}

function poolOf(name: string, index: number): object {
  const service = name.slice(0, name.indexOf('-'));
  const network = NETWORKS[index % NETWORKS.length]!;
  const created = new Date(FIRST_CREATED_MS + index * DAY_MS).toISOString().replace('Z', '000Z');
  return {
    id: idOf(name),
    name,
    description: service === 'erp' ? 'ERP in the warehouse' : `${service} of the shop`,
    enabled: true,
    minimum_origins: 1,
    monitor: idOf(`monitor of ${service}`),
    check_regions: null,
    origins: ['a', 'b'].map((letter, place) => ({
      name: `${name}-${letter}`,
      address: `${network}.${((index * 2 + place) % 254) + 1}`,
      enabled: true,
      weight: 1,
    })),
    notification_email: recipientsOf(service, name, index),
    notification_filter: WITHOUT_ORIGIN_EVENTS.includes(service)
      ? { pool: { disable: false }, origin: { disable: true } }
      : ALL_EVENTS[index % ALL_EVENTS.length],
    created_on: created,
    modified_on: created,
    ...EXCEPTIONS[name],
  };
}

function recipientsOf(service: string, name: string, index: number): string | null | undefined {
  const team = TEAMS[service];
  const region = REGIONS.indexOf(name.slice(service.length + 1));
  if (team === undefined || region >= REGIONS_WITH_RECIPIENTS)
    return WITHOUT_RECIPIENTS[index % WITHOUT_RECIPIENTS.length];
  return WRITINGS[(index + region) % WRITINGS.length]!(`${team}@example.com`);
}

/** 32 hexadecimal digits that follow from a text. */
function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
