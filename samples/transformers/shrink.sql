-- Drops health checks and cached images, redacts addresses, shortens user agents.
SELECT
  EdgeStartTimestamp,
  RayID,
  regexp_replace(ClientIP, '[0-9a-f]+$', '0') AS ClientNetwork,
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
