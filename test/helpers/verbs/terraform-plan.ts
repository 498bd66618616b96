// Plans as `terraform show -json` prints them, with log push jobs.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'headgate-plans-'));
let count = 0;

/** The filter BotScore < score. */
export const bots = (score: number) => JSON.stringify({ where: { key: 'BotScore', operator: 'lt', value: score } });
/** In each destination. */
export const SECRET = 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY';
/** A job before or after the plan. @param filter null: none */
export const state = (filter: string | null, more: object = {}) => ({
  name: 'prod',
  dataset: 'http_requests',
  enabled: true,
  destination_conf: `s3://logs/{DATE}?region=eu-west-1&access-key-id=AKIAIOSFODNN7EXAMPLE&secret-access-key=${SECRET}`,
  filter,
  output_options: { field_names: ['RayID'], sample_rate: null },
  ...more,
});
/** A change of a job. */
export const resource = (actions: string[], before: object | null, after: object | null, more: object = {}) => ({
  address: 'module.logs.cloudflare_logpush_job.prod["eu"]',
  type: 'cloudflare_logpush_job',
  change: { actions, before, after, after_unknown: {}, before_sensitive: { destination_conf: true }, ...more },
});
/** Writes a plan with these changes. @returns its path */
export const plan = (changes: object[], more: object = {}): string => {
  const path = join(folder, `plan-${count++}.json`);
  const other = {
    address: 'aws_s3_bucket.logs',
    type: 'aws_s3_bucket',
    change: { actions: ['create'], before: null, after: {} },
  };
  writeFileSync(
    path,
    JSON.stringify({
      format_version: '1.2',
      terraform_version: '1.9.0',
      resource_changes: [other, ...changes],
      ...more,
    }),
  );
  return path;
};
