// Traffic as others saved it, HAR files and NDJSON of exchanges, as exchanges.

export type { TrafficForm } from './detect-traffic.ts';
export type { Exchange, Header, PassedOver } from './exchange.ts';
export {
  type TrafficPlace,
  type TrafficProblem,
  TrafficReader,
  type TrafficReaderOptions,
  type TrafficSink,
} from './traffic-reader.ts';
