-- Drops health checks and cached images, keeps the network of addresses (IPv4 /24, IPv6 /32), shortens user agents.
SELECT
  EdgeStartTimestamp,
  RayID,
  regexp_replace(regexp_replace(ClientIP, '\.\d+$', '.0'), '^([^:]*(:[^:]+)?):.*$', '\1::') AS ClientNetwork,
  ClientCountry,
  ClientRequestHost,
  ClientRequestMethod,
  ClientRequestPath,
  split_part(ClientRequestUserAgent, ' ', 1) AS UserAgent,
  EdgeResponseStatus,
  EdgeResponseBytes,
  OriginResponseDurationMs,
  BotScore
FROM http_requests
WHERE ClientRequestPath NOT LIKE '/health%'
  AND NOT (CacheCacheStatus = 'hit' AND starts_with(ClientRequestPath, '/static/img/'))
