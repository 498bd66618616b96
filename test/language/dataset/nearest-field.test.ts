// The suggested field: few wrong letters first, then the parts of the name.
import { describe, expect, it } from 'vitest';
import { DATASET_NAMES, getDataset, nearestField } from '../../../src/language/dataset/index.ts';

const http = getDataset('http_requests');

describe('nearestField', () => {
  it.each([
    // Misspelled.
    ['BotScroe', 'BotScore'],
    ['bot_score', 'BotScore'],
    ['clientip', 'ClientIP'],
    ['ClientRequestURL', 'ClientRequestURI'],
    ['EdgeResponseStatusCode', 'EdgeResponseStatus'],
    // Parts are left out.
    ['WAFScore', 'WAFAttackScore'],
    ['WafScore', 'WAFAttackScore'],
    ['SQLiScore', 'WAFSQLiAttackScore'],
    ['XSSScore', 'WAFXSSAttackScore'],
    ['UserAgent', 'ClientRequestUserAgent'],
    ['user_agent', 'ClientRequestUserAgent'],
    ['ClientRequestAgent', 'ClientRequestUserAgent'],
    ['Referer', 'ClientRequestReferer'],
    ['CacheStatus', 'CacheCacheStatus'],
    ['OriginStatus', 'OriginResponseStatus'],
    ['TimeToFirstByte', 'EdgeTimeToFirstByteMs'],
    ['VerifiedBot', 'VerifiedBotCategory'],
    ['Country', 'ClientCountry'],
    // Several fields have the parts: the one with the most frequent others, and one that describes an event first.
    ['Host', 'ClientRequestHost'],
    ['ClientHost', 'ClientRequestHost'],
    ['Status', 'EdgeResponseStatus'],
    ['EdgeStatus', 'EdgeResponseStatus'],
    ['Timestamp', 'EdgeStartTimestamp'],
    ['IP', 'ClientIP'],
    // Parts are cut off or misspelled.
    ['EdgeRespStatus', 'EdgeResponseStatus'],
    ['ClientReqHst', 'ClientRequestHost'],
    ['ClientURL', 'ClientRequestURI'],
    // Removed fields are no suggestion.
    ['Zone', 'ZoneName'],
    ['RuleID', 'SecurityRuleID'],
    // Nothing resembles these.
    ['foo', undefined],
    ['nonsense', undefined],
    ['', undefined],
    ['__', undefined],
    ['123', undefined],
    ['BotScore'.repeat(9), undefined],
  ])('%s: %s', (written, near) => expect(nearestField(written, http)).toBe(near));

  it('finds every current field by its own name', () => {
    for (const name of DATASET_NAMES) {
      const dataset = getDataset(name);
      for (const field of dataset.fields.values()) {
        if (field.removed === undefined) expect(nearestField(field.name.toLowerCase(), dataset)).toBe(field.name);
      }
    }
  });
});
