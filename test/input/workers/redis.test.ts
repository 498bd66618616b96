// Addresses of Redis, and its failures in words.
import { describe, expect, it } from 'vitest';
import { parseRedisAddress, redisFailure } from '../../../src/input/workers/redis.ts';

describe('addresses', () => {
  it.each([
    ['redis://queue', 'redis://queue', 'headgate'],
    ['redis://queue:7000/2', 'redis://queue:7000/2', 'headgate'],
    ['rediss://user:SECRET@queue:6380?prefix=team-a', 'rediss://user@queue:6380?prefix=team-a', 'team-a'],
  ])('%s', (text, display, prefix) => {
    expect(parseRedisAddress(text)).toMatchObject({ display, prefix });
    expect(parseRedisAddress(text).display).not.toContain('SECRET');
  });

  it.each([
    ['http://queue', 'found http://queue'],
    ['', 'found no text'],
    ['user:SECRET@queue', 'found another address'],
    ['redis://queue?tls=1', 'found the parameter tls'],
    ['redis://queue/a', 'found the database a'],
    ['redis://queue?prefix=a*', 'found a prefix with other characters than letters'],
  ])('%j is invalid', (text, found) => {
    expect(() => parseRedisAddress(text)).toThrow(found);
    expect(() => parseRedisAddress(text)).not.toThrow('SECRET');
  });

  it('takes the password from the environment', () => {
    expect(parseRedisAddress('redis://user@queue', 'a b').url).toBe('redis://user:a%20b@queue');
    expect(parseRedisAddress('redis://user:own@queue', 'other').url).toBe('redis://user:own@queue');
  });
});

describe('failures', () => {
  const address = parseRedisAddress('redis://user:SECRET@queue:6379');
  const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more);
  it.each([
    [
      failed('connect', { code: 'ECONNREFUSED', syscall: 'connect' }),
      'queue:6379 cannot be reached: no server listens at queue:6379 (connection refused)',
    ],
    [failed('getaddrinfo', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'the host name queue has no address'],
    [failed('connect ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'connect' }), 'does not accept a connection within 5 s'],
    [failed('wrong version', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), 'does not speak TLS, which rediss:// needs'],
    [failed('Protocol error', { name: 'ParserError' }), 'queue:6379 does not answer as Redis does'],
    [failed('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'NODE_EXTRA_CA_CERTS'],
    [failed('WRONGPASS invalid', { name: 'ReplyError' }), 'rejects the user name or the password'],
    [failed('NOPERM no keys', { name: 'ReplyError' }), 'grant ~PREFIX:* +@all -@admin -@dangerous +info'],
    [
      failed('EXECABORT discarded', { name: 'ReplyError', previousErrors: [failed('NOPERM no keys')] }),
      'may not use these commands or keys',
    ],
    [failed('ERR script: -OOM command not allowed', { name: 'ReplyError' }), 'raise maxmemory'],
    [
      failed("ERR unknown command 'auth', with args beginning with: 'user' 'SECRET'", { name: 'ReplyError' }),
      "ERR unknown command 'auth'; check the address",
    ],
    [failed('Connection is closed.'), 'cannot be reached'],
  ])('%s', (error, words) => {
    const found = redisFailure(error, address, 'read with workers');
    expect(found).toMatchObject({ code: 'redis-failed', endsRun: true });
    expect(found.message).toMatch(/^cannot read with workers: /);
    expect(found.message).toContain(words);
    expect(found.message).not.toMatch(/SECRET|user@/);
  });

  it('another error is not of Redis', () => {
    const error = new TypeError('a defect');
    expect(redisFailure(error, address, 'work')).toBe(error);
  });
});
