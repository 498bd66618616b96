// Defines the flags for costs, and converts them to a request.
import type { Command } from 'commander';
import type { PriceRequest } from '../../task/index.ts';

/** Values of {@link addPriceFlags}. */
export interface PriceFlags {
  price?: string[];
  otherUsage?: string;
}

/** Adds `--price` and `--other-usage`. */
export function addPriceFlags(command: Command): Command {
  return command
    .optionsGroup('Cost options:')
    .option(
      '--price <price>',
      'Price such as 0.50/GB or stored=0.023/GB-month,ingest=2.50/GB, price list such as cloudflare or r2, or @file (repeatable)',
      (value: string, before: string[] = []) => [...before, value],
    )
    .option(
      '--other-usage <usage>',
      'What the rest of the account uses in a month of what a price list includes: internal=40GB,external=60GB',
    );
}

/** Converts the flags. */
export function priceRequest({ price, otherUsage }: PriceFlags): PriceRequest {
  return { price, otherUsage };
}
