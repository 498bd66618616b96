// The target and the protocol of a request, as http_requests logs them.
import { describe, expect, it } from 'vitest';
import { type Exchange, type Header, protocolOf, targetOf } from '../../../src/sandbox/traffic/index.ts';

function exchange(url: string, headers: Header[]): Exchange {
  return {
    timestamp: undefined,
    client: { ip: undefined, country: undefined },
    request: { method: 'GET', url, httpVersion: undefined, headers },
    response: { status: 200, headers: [] },
  };
}

describe('target', () => {
  it.each<[string, Header[], string | undefined, string | undefined, string, string]>([
    ['https://a.example/p/q?x=1#top', [], 'https', 'a.example', '/p/q', '/p/q?x=1'],
    ['HTTPS://a.example', [], 'https', 'a.example', '/', '/'],
    ['http://a.example:8080?x', [], 'http', 'a.example:8080', '/', '/?x'],
    ['wss://user:pass@a.example/s', [], 'https', 'a.example', '/s', '/s'],
    ['/p?u=https://b.example/', [['Host', 'a.example']], undefined, 'a.example', '/p', '/p?u=https://b.example/'],
    ['https://1.2.3.4/', [[':authority', 'a.example']], 'https', 'a.example', '/', '/'],
    ['/p', [], undefined, undefined, '/p', '/p'],
  ])('%s', (url, headers, scheme, host, path, uri) => {
    expect(targetOf(exchange(url, headers))).toEqual({ scheme, host, path, uri });
  });

  it.each([
    ['HTTP/1.1', 'HTTP/1.1'],
    ['http/1.0', 'HTTP/1.0'],
    ['h2', 'HTTP/2'],
    ['http/2.0', 'HTTP/2'],
    ['HTTP/3', 'HTTP/3'],
    ['h3-29', 'HTTP/3'],
    ['unknown', undefined],
    [undefined, undefined],
  ])('%s is logged as %s', (written, logged) => expect(protocolOf(written)).toBe(logged));
});
