// Lines with the fields of random filters, in several hours, for the tests of the page.

/** Each with its line end. */
export const SAMPLE_LINES: readonly string[] = Array.from({ length: 150 }, (_, at) => {
  const line = {
    RayID: `ray${at}`,
    EdgeStartTimestamp: `2026-11-01T0${at % 4}:${String(at % 60).padStart(2, '0')}:20Z`,
    ClientRequestHost: ['example.com', 'Example.com', 'ab', 'é', ''][at % 5],
    ClientRequestPath: `/api/v${at % 9}`,
    ClientCountry: ['de', 'us', 'DE', null, 'fr', 'nl'][at % 6],
    EdgeResponseStatus: [200, 404, 500, 503, '200'][at % 5],
    BotScore: at % 11 === 0 ? null : at % 100,
    CacheReserveUsed: at % 3 === 0,
    EdgeResponseCompressionRatio: at % 4 === 0 ? 0.5 : at,
    BotTags: at % 2 === 0 ? ['a', 'abc'] : [],
    BotDetectionIDs: at % 7 === 0 ? undefined : [at % 30, 404],
  };
  return `${JSON.stringify(line)}\n`;
});
