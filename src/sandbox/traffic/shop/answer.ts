// Chooses the answer to a request: cache, origin, security, and the two episodes of the story. session.ts decides who
// sends requests, and when.
import type { Client } from './client.ts';
import type { Random } from './random.ts';
import type { Answer } from './request.ts';
import shop from './shop-data.json' with { type: 'json' };
import { INCIDENT, isDefended, isDuring, releaseAt } from './story.ts';
import type { Target } from './target.ts';

/** An answer that needs no origin, cache or security product. */
const OF_EDGE: Answer = shop.edgeAnswer;

/** Returns the answer to a request made at `ms`. */
export function answerTo(random: Random, client: Client, target: Target, ms: number): Answer {
  const { kind } = target.profile;
  if (kind === 'asset') return staticFile(random, target, ms);
  if (kind === 'scan') return scanned(random, client, target, ms);
  if (client.asn === shop.attack.asn) return stolenLogin(random, target, ms);
  if (client.botDetectionIds.length > 1 && random.chance(0.3))
    return rejected(random, shop.security.jsChallenged, 403, 88);
  if (kind === 'page' && client.isBrowser && random.chance(0.02)) return redirected(random);
  return fromOrigin(random, target, ms, statusOf(random, client, target, ms));
}

function statusOf(random: Random, client: Client, { path, profile: { kind } }: Target, ms: number): number {
  const isBroken = isDuring(INCIDENT, ms);
  const isCheckout = path === '/api/checkout';
  const luck = random.fraction();
  if (isBroken && isCheckout) return luck < 0.62 ? 500 : luck < 0.88 ? 503 : 201;
  if (isBroken && kind === 'api' && luck < 0.03) return 503;
  if (isBroken && kind === 'health' && luck < 0.4) return 503;
  if (path === '/api/login') return luck < 0.14 ? 401 : 200;
  if (isCheckout) return luck < 0.03 ? 422 : luck < 0.034 ? 502 : 201;
  if (kind === 'page' && luck < (client.isBrowser ? 0.012 : 0.05)) return 404;
  if (kind !== 'health' && luck > 0.996) return 499;
  return 200;
}

function fromOrigin(random: Random, target: Target, ms: number, status: number): Answer {
  const { contentType, typicalBytes } = target.profile;
  const headers: Record<string, string> = { ...OF_EDGE.headers, 'x-release': releaseAt(ms) };
  if (status === 500) headers['x-error'] = random.pick(shop.checkoutErrors);
  if (status === 503) headers['x-error'] = 'pool exhausted: 64/64 connections';
  return {
    ...OF_EDGE,
    status,
    // A client that hung up received no status from the origin.
    originStatus: status === 499 ? 0 : status,
    originMs: originTime(random, target.profile, ms, status),
    contentType: status >= 500 ? 'application/problem+json' : contentType,
    bytes: status >= 400 ? random.between(180, 900) : random.longTail(typicalBytes),
    compressionHundredths: status >= 400 ? 0 : random.between(180, 640),
    attackScore: random.between(72, 99),
    leakedCredentials: target.path === '/api/login' ? (random.chance(0.05) ? 'password_leaked' : 'clean') : 'none',
    headers,
  };
}

function originTime(random: Random, { kind, typicalOriginMs }: Target['profile'], ms: number, status: number): number {
  if (status === 503) return random.between(2_000, 10_050);
  // A client hangs up after a long wait.
  if (status === 499) return random.between(8_000, 30_000);
  const isSlow = isDuring(INCIDENT, ms) && kind === 'api';
  return random.longTail(typicalOriginMs * (isSlow ? 9 : 1));
}

function staticFile(
  random: Random,
  { profile: { contentType, typicalBytes, typicalOriginMs } }: Target,
  ms: number,
): Answer {
  const luck = random.fraction();
  const cacheStatus = luck < 0.89 ? 'hit' : luck < 0.95 ? 'miss' : luck < 0.98 ? 'expired' : 'revalidated';
  const isNotModified = cacheStatus === 'hit' && random.chance(0.12);
  const asksOrigin = cacheStatus !== 'hit';
  const isText = contentType.startsWith('text/') || contentType.endsWith('script');
  return {
    ...OF_EDGE,
    status: isNotModified ? 304 : 200,
    originStatus: !asksOrigin ? 0 : cacheStatus === 'revalidated' ? 304 : 200,
    originMs: asksOrigin ? random.longTail(typicalOriginMs) : 0,
    cacheStatus,
    isTieredFill: cacheStatus === 'miss' && random.chance(0.6),
    contentType,
    bytes: isNotModified ? random.between(210, 340) : typicalBytes + random.below(400),
    compressionHundredths: isText && !isNotModified ? random.between(310, 480) : 0,
    attackScore: random.between(90, 99),
    headers: { 'cache-control': 'public, max-age=31536000, immutable', 'x-release': releaseAt(ms) },
  };
}

function scanned(random: Random, client: Client, target: Target, ms: number): Answer {
  const isAttack = target.path.includes('${') || (client.requestHeaders['x-api-version'] ?? '').includes('${');
  if (isAttack || random.chance(0.35)) return rejected(random, shop.security.blocked, 403, isAttack ? 2 : 17);
  return { ...fromOrigin(random, target, ms, 404), attackScore: random.between(12, 45) };
}

function stolenLogin(random: Random, target: Target, ms: number): Answer {
  const leakedCredentials = random.chance(0.4) ? 'username_and_password_leaked' : 'password_leaked';
  const luck = random.fraction();
  if (isDefended(ms) && luck < 0.9) {
    const security = luck < 0.6 ? shop.security.challenged : shop.security.rateLimited;
    return { ...rejected(random, security, luck < 0.6 ? 403 : 429, 61), leakedCredentials };
  }
  // A few stolen passwords work before the rule acts: the lines that an investigation would search for.
  const status = !isDefended(ms) && luck < 0.012 ? 200 : 401;
  return {
    ...fromOrigin(random, target, ms, status),
    security: shop.security.logged,
    attackScore: 61,
    leakedCredentials,
  };
}

function redirected(random: Random): Answer {
  return {
    ...rejected(random, OF_EDGE.security, 301, 99),
    isRedirected: true,
    headers: { 'cache-control': 'max-age=3600' },
  };
}

/** Returns an answer of the edge alone, without the origin. */
function rejected(random: Random, security: Answer['security'], status: number, attackScore: number): Answer {
  return { ...OF_EDGE, status, bytes: random.between(540, 4_900), security, attackScore };
}
