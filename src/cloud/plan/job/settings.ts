// The settings of a job as one plain object: what the API returned, or what a file asks for on top of it. A missing key means
// "not set": there are no nulls.
import type { z } from 'zod';
import { isPlainObject, type PlainObject } from '../../../base/index.ts';
import {
  type JobSettings,
  type OutputOptions,
  outputOptionsSchema,
  READ_ONLY_KEYS,
  readLegacyOptions,
} from '../../../language/job/index.ts';

const NO_SETTINGS: readonly string[] = [...READ_ONLY_KEYS, 'id', 'ownership_challenge'];

/** The settings of a job as the API returns it: the API leaves empty values out. docs/platform.md, "Jobs". */
export function settingsOf(job: PlainObject): JobSettings {
  const settings = Object.entries(job).filter(([key, value]) => !NO_SETTINGS.includes(key) && !isUnset(key, value));
  return Object.fromEntries(
    settings.map(([key, value]) => [key, key === 'output_options' ? withoutNulls(value) : value]),
  );
}

/** Text that the platform reads as no filter. */
const NO_FILTER = /^\s*(?:null\s*)?$/;

function isUnset(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return key === 'filter' && typeof value === 'string' && NO_FILTER.test(value);
}

function withoutNulls(options: unknown): unknown {
  if (!isPlainObject(options)) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
}

/** Applies a file to settings: null removes a setting, output options are merged one by one, `field_names` is replaced. */
export function mergeSettings(live: JobSettings, wanted: JobSettings): JobSettings {
  const merged: Record<string, unknown> = { ...live };
  for (const [key, value] of Object.entries(wanted)) {
    if (isUnset(key, value)) delete merged[key];
    else if (key === 'output_options') merged[key] = withoutNulls({ ...optionsOf(live), ...(value as object) });
    else merged[key] = value;
  }
  if (Object.keys(optionsOf(merged)).length === 0) delete merged.output_options;
  return merged;
}

/** `output_options` as they are stored. */
export function optionsOf({ output_options: options }: JobSettings): PlainObject {
  return isPlainObject(options) ? options : {};
}

/** `output_options` with valid values; undefined if one is not. */
export function parsedOptions(settings: JobSettings): OutputOptions | undefined {
  const parsed = outputOptionsSchema.safeParse(optionsOf(settings));
  return parsed.success ? parsed.data : undefined;
}

/** Whether the legacy options apply: only without output options. docs/platform.md, "Jobs". */
export function usesLegacyOptions(settings: JobSettings): boolean {
  return textOf(settings, 'logpull_options') !== undefined && Object.keys(optionsOf(settings)).length === 0;
}

/** The options by which the job writes lines. Those with an invalid value are left out. */
export function outputOf(settings: JobSettings): OutputOptions {
  if (!usesLegacyOptions(settings)) return outputOptionsSchema.parse(validOptions(settings));
  return readLegacyOptions(textOf(settings, 'logpull_options')!, 'logpull_options').options;
}

function validOptions(settings: JobSettings): PlainObject {
  const schemas: Readonly<Record<string, z.ZodType>> = outputOptionsSchema.shape;
  const isValid = ([key, value]: [string, unknown]): boolean =>
    !Object.hasOwn(schemas, key) || schemas[key]!.safeParse(value).success;
  return Object.fromEntries(Object.entries(optionsOf(settings)).filter(isValid));
}

/** A setting that is text. */
export function textOf(settings: JobSettings, key: string): string | undefined {
  const value = settings[key];
  return typeof value === 'string' ? value : undefined;
}
