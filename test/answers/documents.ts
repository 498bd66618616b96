// Jobs and Terraform plans of the recorded runs.

/** A job of the API. */
export const jobOf = (name: string, more: object = {}): object => ({
  name,
  dataset: 'http_requests',
  enabled: true,
  destination_conf: `s3://example-logs/${name}/{DATE}?region=eu-central-1`,
  ...more,
});

/** A plan of `terraform show -json` with one job. */
export const planOf = (before: object | null, after: object | null, more: object = {}): object => ({
  format_version: '1.2',
  terraform_version: '1.9.0',
  resource_changes: [
    {
      address: 'cloudflare_logpush_job.prod',
      type: 'cloudflare_logpush_job',
      change: { actions: actionsOf(before, after), before, after, after_unknown: {}, ...more },
    },
  ],
});

function actionsOf(before: object | null, after: object | null): string[] {
  if (before === null) return ['create'];
  if (after === null) return ['delete'];
  return JSON.stringify(before) === JSON.stringify(after) ? ['no-op'] : ['update'];
}
