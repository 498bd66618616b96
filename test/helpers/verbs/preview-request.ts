// Builds requests for previewFields with defaults.
import type { PreviewFieldsRequest } from '../../../src/verbs/index.ts';

/** A request for the lines of traffic, without rows. */
export function previewRequest(
  changes: Pick<PreviewFieldsRequest, 'ruleset' | 'sources' | 'onLines'> & Partial<PreviewFieldsRequest>,
): PreviewFieldsRequest {
  return {
    limits: 'classic',
    job: undefined,
    hosts: [],
    rows: 0,
    connection: {},
    stdin: async () => '',
    signal: new AbortController().signal,
    onRuleset: () => {},
    onListing: () => {},
    onProgress: () => {},
    ...changes,
  };
}
