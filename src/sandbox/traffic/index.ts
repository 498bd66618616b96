// Reads recorded traffic, HAR files and NDJSON, as exchanges; and the log fields that an exchange contains.

export type { Exchange, Header, PassedOver } from './exchange.ts';
export { EXCHANGE_FIELDS, type ExchangeField, type TargetedExchange } from './exchange-fields.ts';
export type { CheckField } from './exchange-line.ts';
export { exchangeProblem } from './exchange-line.ts';
export { hostOf, protocolOf, type Target, targetOf } from './request-target.ts';
export { type TrafficForm, type TrafficProblem, TrafficReader } from './traffic-reader.ts';
