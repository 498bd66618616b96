// Defines the flags for costs, and converts them to a request.
import type { Command } from 'commander';
import type { PriceRequest } from '../../task/index.ts';

/** Values of {@link addPriceFlags}. */
export interface PriceFlags {
  price?: string;
  stored: boolean;
}

/** Adds `--price` and `--no-stored`. */
export function addPriceFlags(command: Command): Command {
  return command
    .optionsGroup('Cost options:')
    .option('--price <price>', 'Price such as 0.50/GB or stored=0.023/GB-month,ingest=2.50/GB, or @file')
    .option('--no-stored', 'Do not measure stored sizes: read no lines a second time');
}

/** Converts the flags. */
export function priceRequest({ price, stored }: PriceFlags): PriceRequest & { stored: boolean } {
  return { price, stored };
}
