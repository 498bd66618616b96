// Reads recorded traffic, HAR files and NDJSON, as exchanges.

export type { TrafficForm } from './detect-traffic.ts';
export type { Exchange, Header, PassedOver } from './exchange.ts';
export { TrafficReader } from './traffic-reader.ts';
