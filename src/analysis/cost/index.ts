// Rates and costs of the lines that filters keep: prices, stored sizes, money.
export {
  askCosts,
  byName,
  type CostedFilter,
  type CostedReplay,
  type CostQuestion,
  NO_VERDICTS,
  type ReplayedCosts,
  unmeasuredPipes,
} from './ask-costs.ts';
export {
  type CostInput,
  costDifference,
  costOf,
  costsIfKept,
  type KeptLines,
  MIN_COVERED_HOURS,
  withSavings,
} from './cost-of.ts';
export type {
  Assumption,
  Billed,
  CostDifference,
  CostReport,
  CoveredHours,
  Estimated,
  JobCost,
  MissingTime,
  MonthlyCost,
  PeriodRate,
  StoredSampling,
  StoredSizes,
  WrittenSize,
} from './cost-report.ts';
export { type BatchTimes, coveredHours, type KnownTime, type TimeSpan } from './covered-hours.ts';
export { batchTimes, coveredSpan } from './covered-span.ts';
export { estimateWritten, MIN_DRAWS, type WrittenRun } from './estimate-written.ts';
export { coverOf, differenceOfEstimates, exactly, isExact, scaled, Z_95 } from './estimated.ts';
export { amountsOf, Bill, costBefore, differenceOfCosts, withoutInterval } from './money.ts';
export { PriceSyntaxError, parsePrice } from './parse-price.ts';
export {
  type BilledAs,
  chargeOf,
  DAYS_PER_MONTH,
  type Price,
  type PricedFigure,
  type PriceListTerms,
  type PricePart,
  type RequestPrices,
  UNNAMED_PRICE,
} from './price.ts';
export { parsePriceFile } from './price-file.ts';
export { PRICE_LISTS } from './price-lists.ts';
export {
  MAX_DECIMALS,
  type MoneyFormat,
  moneyFormat,
  moneyFormats,
  priceTitle,
  printAmount,
  printAmountChange,
  printedDifference,
  printMoney,
  printMoneyChange,
  printMoneyRange,
} from './print-money.ts';
export {
  longestLine,
  PUSHES_ALL,
  type PushedLines,
  type PushedShare,
  partOfPushed,
  pushedLines,
} from './pushed-lines.ts';
export { beforeSampling, sampledBytes, unknownSizes } from './sampling-interval.ts';
