// The measured filters. The SQL of the peers (peers/) is equivalent to ERRORS and PAGES.

/** Three conditions that keep one line in 3,000: a typical search. */
export const ERRORS =
  'EdgeResponseStatus >= 500 and ClientRequestMethod == "GET" and not starts_with(ClientRequestPath, "/static")';

/** Three conditions that keep 44 % of the lines: a full report then also counts the fields of kept lines. */
export const PAGES =
  'EdgeResponseStatus < 400 and ClientRequestMethod == "GET" and not starts_with(ClientRequestPath, "/static")';

/** Ten filters over eighteen fields, with two to five conditions; the first is {@link ERRORS}. */
export const TEN = [
  ERRORS,
  'BotScore < 30 and ClientRequestPath contains "checkout"',
  'ClientCountry in {"de" "at" "ch"} and not EdgeResponseStatus in {200 204 304}',
  'SecurityAction in {"block" "managedChallenge" "jschallenge"} or SecurityActions contains "log"',
  'EdgeTimeToFirstByteMs >= 500 and CacheCacheStatus != "hit"',
  'ClientRequestHost == "shop.example.com" and ClientRequestMethod == "POST" and EdgeResponseStatus >= 400',
  'ends_with(ClientRequestPath, ".css") or ends_with(ClientRequestPath, ".js") or ends_with(ClientRequestPath, ".woff2")',
  'EdgeResponseBytes > 100000 and starts_with(EdgeResponseContentType, "image/")',
  'OriginResponseStatus >= 500 or OriginResponseDurationMs > 2000',
  'ClientASN == 3209 and CacheTieredFill == false and ClientRequestProtocol != "HTTP/1.1" and not ClientRequestUserAgent contains "bot" and ClientCountry != "us"',
];
