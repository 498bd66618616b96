// Chooses the answer to a request: cache, origin, security, and the two episodes of the story. session.ts decides who
// sends requests, and when.
import type { Client } from './client.ts';
import type { Random } from './random.ts';
import type { Answer } from './request.ts';
import { BLOCKED, CHALLENGED, JS_CHALLENGED, LOGGED, RATE_LIMITED, type Security, UNTOUCHED } from './security.ts';
import { INCIDENT, isDefended, isDuring, releaseAt } from './story.ts';
import { ATTACK_ASN } from './tables.ts';
import type { Target } from './target.ts';

const CHECKOUT_ERRORS = [
  'tax table "EU-2026" not found in C:\\shop\\2026.11.02-1\\tax.json',
  "unexpected token '<' in price feed:\tline 1",
  'Währung "€" unbekannt → 請聯絡支援',
] as const;
const NO_STORE = { 'cache-control': 'private, max-age=0, no-store' };

/** Returns the answer to a request made at `ms`. */
export function answerTo(random: Random, client: Client, target: Target, ms: number): Answer {
  if (target.profile.kind === 'asset') return staticFile(random, target, ms);
  if (target.profile.kind === 'scan') return scanned(random, client, target, ms);
  if (client.asn === ATTACK_ASN) return stolenLogin(random, target, ms);
  if (client.botDetectionIds.length > 1 && random.chance(0.3)) return refused(random, JS_CHALLENGED, 403, 88);
  if (target.profile.kind === 'page' && client.isBrowser && random.chance(0.02)) return redirected(random);
  return fromOrigin(random, target, ms, statusOf(random, client, target, ms));
}

function statusOf(random: Random, client: Client, target: Target, ms: number): number {
  const isBroken = isDuring(INCIDENT, ms);
  const isCheckout = target.path === '/api/checkout';
  const luck = random.fraction();
  if (isBroken && isCheckout) return luck < 0.62 ? 500 : luck < 0.88 ? 503 : 201;
  if (isBroken && target.profile.kind === 'api' && luck < 0.03) return 503;
  if (isBroken && target.profile.kind === 'health' && luck < 0.4) return 503;
  if (target.path === '/api/login') return luck < 0.14 ? 401 : 200;
  if (isCheckout) return luck < 0.03 ? 422 : luck < 0.034 ? 502 : 201;
  if (target.profile.kind === 'page' && luck < (client.isBrowser ? 0.012 : 0.05)) return 404;
  if (target.profile.kind !== 'health' && luck > 0.996) return 499;
  return 200;
}

function fromOrigin(random: Random, target: Target, ms: number, status: number): Answer {
  const { contentType, typicalBytes } = target.profile;
  const headers: Record<string, string> = { ...NO_STORE, 'x-release': releaseAt(ms) };
  if (status === 500) headers['x-error'] = random.pick(CHECKOUT_ERRORS);
  if (status === 503) headers['x-error'] = 'pool exhausted: 64/64 connections';
  return {
    status,
    // A client that hung up received no status from the origin.
    originStatus: status === 499 ? 0 : status,
    originMs: originTime(random, target, ms, status),
    cacheStatus: 'dynamic',
    isTieredFill: false,
    contentType: status >= 500 ? 'application/problem+json' : contentType,
    bytes: status >= 400 ? random.between(180, 900) : random.longTail(typicalBytes),
    compressionHundredths: status >= 400 ? 0 : random.between(180, 640),
    security: UNTOUCHED,
    attackScore: random.between(72, 99),
    leakedCredentials: target.path === '/api/login' ? (random.chance(0.05) ? 'password_leaked' : 'clean') : 'none',
    isRedirected: false,
    headers,
  };
}

function originTime(random: Random, target: Target, ms: number, status: number): number {
  if (status === 503) return random.between(2_000, 10_050);
  // A client hangs up after a long wait.
  if (status === 499) return random.between(8_000, 30_000);
  const isSlow = isDuring(INCIDENT, ms) && target.profile.kind === 'api';
  return random.longTail(isSlow ? target.profile.typicalOriginMs * 9 : target.profile.typicalOriginMs);
}

function staticFile(random: Random, target: Target, ms: number): Answer {
  const luck = random.fraction();
  const cacheStatus = luck < 0.89 ? 'hit' : luck < 0.95 ? 'miss' : luck < 0.98 ? 'expired' : 'revalidated';
  const isNotModified = cacheStatus === 'hit' && random.chance(0.12);
  const asksOrigin = cacheStatus !== 'hit';
  const isText = target.profile.contentType.startsWith('text/') || target.profile.contentType.endsWith('script');
  return {
    status: isNotModified ? 304 : 200,
    originStatus: !asksOrigin ? 0 : cacheStatus === 'revalidated' ? 304 : 200,
    originMs: asksOrigin ? random.longTail(target.profile.typicalOriginMs) : 0,
    cacheStatus,
    isTieredFill: cacheStatus === 'miss' && random.chance(0.6),
    contentType: target.profile.contentType,
    bytes: isNotModified ? random.between(210, 340) : target.profile.typicalBytes + random.below(400),
    compressionHundredths: isText && !isNotModified ? random.between(310, 480) : 0,
    security: UNTOUCHED,
    attackScore: random.between(90, 99),
    leakedCredentials: 'none',
    isRedirected: false,
    headers: { 'cache-control': 'public, max-age=31536000, immutable', 'x-release': releaseAt(ms) },
  };
}

function scanned(random: Random, client: Client, target: Target, ms: number): Answer {
  const isAttack = target.path.includes('${') || (client.requestHeaders['x-api-version'] ?? '').includes('${');
  if (isAttack || random.chance(0.35)) return refused(random, BLOCKED, 403, isAttack ? 2 : 17);
  return { ...fromOrigin(random, target, ms, 404), attackScore: random.between(12, 45) };
}

function stolenLogin(random: Random, target: Target, ms: number): Answer {
  const leakedCredentials = random.chance(0.4) ? 'username_and_password_leaked' : 'password_leaked';
  const luck = random.fraction();
  if (isDefended(ms) && luck < 0.9) {
    const security = luck < 0.6 ? CHALLENGED : RATE_LIMITED;
    return { ...refused(random, security, luck < 0.6 ? 403 : 429, 61), leakedCredentials };
  }
  // A few stolen passwords work before the rule acts: the lines that an investigation would search for.
  const status = !isDefended(ms) && luck < 0.012 ? 200 : 401;
  return { ...fromOrigin(random, target, ms, status), security: LOGGED, attackScore: 61, leakedCredentials };
}

function redirected(random: Random): Answer {
  return { ...refused(random, UNTOUCHED, 301, 99), isRedirected: true, headers: { 'cache-control': 'max-age=3600' } };
}

/** Returns an answer of the edge alone, without the origin. */
function refused(random: Random, security: Security, status: number, attackScore: number): Answer {
  return {
    status,
    originStatus: 0,
    originMs: 0,
    cacheStatus: 'dynamic',
    isTieredFill: false,
    contentType: 'text/html',
    bytes: random.between(540, 4_900),
    compressionHundredths: 0,
    security,
    attackScore,
    leakedCredentials: 'none',
    isRedirected: false,
    headers: NO_STORE,
  };
}
