// What a job does with the lines that its filter keeps: whether it pushes them at all, how many of them, and with which bytes. Reads no lines.
import { redactSecrets, startOf } from '../../base/index.ts';
import type { Job } from '../job/index.ts';
import { changesBytes, sampleRateOf } from './defaults.ts';

/** What a job pushes of the lines that its filter keeps. docs/semantics.md, "Kept and pushed". */
export interface PushSettings {
  /** False: the job pushes nothing. */
  enabled: boolean;
  /** Share of the kept lines that the job pushes, above 0 and at most 1. */
  sampleRate: number;
  /** Whether the job writes other bytes of a line than were read. */
  changesBytes: boolean;
  /** Time of the last failure, as the API wrote it; null if there is none. */
  lastError: string | null;
  /** Without secrets. */
  errorMessage: string | null;
}

/** The codes of what a job does with a line that its filter keeps. */
export const PUSH_REASONS = ['pushed', 'job-disabled', 'sampled-out'] as const;

/** Returns what a job pushes. @param job undefined: a filter without a job, whose kept lines are all pushed, unchanged */
export function pushSettings(job: Pick<Job, 'outputOptions' | 'state'> | undefined): PushSettings {
  const { isDisabled = false, lastError, errorMessage } = job?.state ?? {};
  return {
    enabled: !isDisabled,
    sampleRate: sampleRateOf(job?.outputOptions),
    changesBytes: changesBytes(job?.outputOptions),
    lastError: lastError === undefined ? null : shortened(lastError),
    errorMessage: errorMessage === undefined ? null : shortened(errorMessage),
  };
}

/**
 * States what is unusual about a job: clauses that start with a small letter. Empty if it pushes every line that its filter keeps, without an error.
 * @param other a job that it is compared with: settings that differ are stated as changes elsewhere
 */
export function pushRemarks(settings: PushSettings, other: PushSettings = settings): string[] {
  const { enabled, sampleRate } = settings;
  const failure = failureText(settings);
  return [
    enabled || other.enabled ? '' : 'the job is disabled (enabled is false): it pushes no line',
    sampleRate === 1 || sampleRate !== other.sampleRate
      ? ''
      : `sample_rate is ${sampleRate}: the job pushes a random sample of the lines that its filter keeps`,
    failure && `the last push of the job failed: ${failure}`,
  ].filter(Boolean);
}

/** `last_error is "…", error_message is "…"`; empty if the job has neither. */
export function failureText({ lastError, errorMessage }: Pick<PushSettings, 'lastError' | 'errorMessage'>): string {
  return [
    lastError === null ? '' : `last_error is ${JSON.stringify(lastError)}`,
    errorMessage === null ? '' : `error_message is ${JSON.stringify(errorMessage)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Longest quotation of a text of the platform. Characters. */
const MAX_QUOTED = 200;

function shortened(text: string): string {
  return startOf(redactSecrets(text), MAX_QUOTED);
}
