// The filters that are measured. What the peers are asked in SQL (peers/) is the same as ERRORS and PAGES.

/** Three conditions, kept by one line in 3,000: what a count looks for. */
export const ERRORS =
  'EdgeResponseStatus >= 500 and ClientRequestMethod == "GET" and not starts_with(ClientRequestPath, "/static")';

/** Three conditions, kept by 44 % of the lines: a full report has its fields of kept lines to count as well. */
export const PAGES =
  'EdgeResponseStatus < 400 and ClientRequestMethod == "GET" and not starts_with(ClientRequestPath, "/static")';

/** Ten filters over eighteen fields, from two conditions to five; the first is {@link ERRORS}. */
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
