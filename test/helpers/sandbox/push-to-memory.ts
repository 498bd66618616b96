// A push engine with a configuration and destinations in memory, whose answers a test decides.
import { gunzipSync } from 'node:zlib';
import { HeadgateError } from '../../../src/base/index.ts';
import { LIMITS, type Ruleset, readRuleset } from '../../../src/language/custom-fields/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import type { ObjectWriter } from '../../../src/sandbox/destination/object-writer.ts';
import type { PushEvent } from '../../../src/sandbox/push/batch-delivery.ts';
import type { PushLimits } from '../../../src/sandbox/push/job-settings.ts';
import { PushEngine } from '../../../src/sandbox/push/push-engine.ts';
import type { Exchange, Header } from '../../../src/sandbox/traffic/index.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

/** Service time at the start of each test. */
export const START_MS = Date.UTC(2026, 10, 22, 10, 0, 0, 400);

/** A job of the zone, in the form of the API. */
export interface TestJob {
  id: number;
  name?: string;
  filter?: string;
  destination_conf?: string;
  output_options?: object;
  max_upload_records?: number;
  max_upload_bytes?: number;
  max_upload_interval_seconds?: number;
  last_complete?: string;
  /** SQL of the transformer that is attached to it. */
  transformer?: string;
}

/** An object that arrived. */
export interface Arrived {
  conf: string;
  day: string;
  name: string;
  text: string;
}

/** Decides about a put. @returns why it fails; undefined to accept it */
export type Answer = (put: { conf: string; name: string; signal: AbortSignal }) => Promise<string | undefined>;

/** An engine with its surroundings. */
export interface TestPush {
  engine: PushEngine;
  clock: ManualClock;
  arrived: Arrived[];
  events: PushEvent[];
  /** `<job> delivered <ms since the start>` and `<job> failed: <message>` */
  health: string[];
  /** Writers opened and not closed. */
  openWriters(): number;
  set(jobs: TestJob[]): void;
  /** Sets the ruleset: request headers to log. */
  log(...headers: string[]): void;
  /** Pushes exchanges of these paths. */
  push(...paths: string[]): void;
  /** Texts of the objects of a destination. */
  texts(conf?: string): string[];
}

/** Options of {@link pushToMemory}. */
export interface TestPushOptions {
  jobs?: TestJob[];
  answer?: Answer;
  /** Called when a destination is opened; may throw. */
  onOpen?: () => void;
  followsTraffic?: boolean;
  limits?: Partial<PushLimits>;
}

const DEFAULT_CONF = '/logs/{DATE}';

/** Creates an exchange. */
export function exchangeOf(path: string, headers: readonly Header[] = []): Exchange {
  return {
    timestamp: undefined,
    client: { ip: '192.0.2.1', country: 'de' },
    request: { method: 'GET', url: path, httpVersion: 'h2', headers: [['host', 'a.example'], ...headers] },
    response: { status: 200, headers: [] },
  };
}

/** Starts an engine; by default with one job that writes the path of each request as a line. */
export function pushToMemory({
  jobs = [{ id: 1 }],
  answer = async () => undefined,
  onOpen = () => {},
  followsTraffic = false,
  limits = {},
}: TestPushOptions = {}): TestPush {
  const clock = createManualClock(START_MS, followsTraffic);
  const arrived: Arrived[] = [];
  const events: PushEvent[] = [];
  const health: string[] = [];
  const state = { revision: 1, jobs, ruleset: undefined as Ruleset | undefined };
  let open = 0;
  const openWriter = async (conf: string): Promise<ObjectWriter> => {
    onOpen();
    open += 1;
    return {
      identity: conf,
      display: conf,
      needsProof: false,
      put: async (day, name, bytes, signal) => {
        const failure = await answer({ conf, name, signal });
        if (failure !== undefined) throw new HeadgateError('push-failed', failure);
        const same = arrived.findIndex((one) => one.conf === conf && one.name === name);
        if (same >= 0) arrived.splice(same, 1);
        arrived.push({ conf, day, name, text: gunzipSync(bytes).toString() });
        return `${day}/${name}`;
      },
      close: () => {
        open -= 1;
      },
    };
  };
  const engine = new PushEngine({
    source: {
      get revision() {
        return state.revision;
      },
      jobs: () =>
        state.jobs.map(({ id, transformer, ...job }) => {
          return { id, document: documentOf(id, job), ...(transformer !== undefined && { transformer }) };
        }),
      ruleset: () => state.ruleset,
      delivered: (id, untilMs) => void health.push(`${id} delivered ${untilMs - START_MS}`),
      failed: (id, _, message) => void health.push(`${id} failed: ${message}`),
    },
    openWriter,
    clock,
    limits: 'classic',
    dataset: getDataset('http_requests'),
    onEvent: (event) => void events.push(event),
    pushLimits: limits,
  });
  return {
    engine,
    clock,
    arrived,
    events,
    health,
    openWriters: () => open,
    set: (changed) => {
      state.jobs = changed;
      state.revision += 1;
    },
    log: (...headers) => {
      const action_parameters = { request_fields: headers.map((name) => ({ name })) };
      const rule = { action: 'log_custom_field', expression: 'true', action_parameters };
      state.ruleset = readRuleset(JSON.stringify(rule), 'ruleset', LIMITS.classic).ruleset;
      state.revision += 1;
    },
    push: (...paths) => {
      for (const path of paths) engine.push(exchangeOf(path, [['x-a', 'A']]));
    },
    texts: (conf = DEFAULT_CONF) => arrived.filter((one) => one.conf === conf).map(({ text }) => text),
  };
}

function documentOf(id: number, job: Omit<TestJob, 'id'>): string {
  return JSON.stringify({
    id,
    dataset: 'http_requests',
    enabled: true,
    destination_conf: DEFAULT_CONF,
    output_options: pathLines(),
    ...job,
  });
}

/** Output options that write the path of a request as a line. */
export function pathLines(suffix = '\n'): object {
  const template = { record_template: '{{.ClientRequestPath}}', field_names: ['ClientRequestPath'] };
  return { ...template, record_prefix: '', record_suffix: suffix };
}
