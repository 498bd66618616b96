// The length of a month in rates and prices.

/** Days of `/month`. Ours. */
export const DAYS_PER_MONTH = 30;
