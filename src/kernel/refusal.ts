// Why the kernel refuses a stream, by the numbers of assembly/inflate/status.ts, in zlib's own words.

/** A stream that is not whole. Codes never change their meaning. */
export interface Refusal {
  kind: 'refused';
  /**
   * `truncated`: the stored bytes end inside a member; `corrupt`: a member breaks the format, or its checksum or size is
   * wrong; `trailing`: something that is neither a member nor zero padding follows a member.
   */
  code: 'truncated' | 'corrupt' | 'trailing';
  /** What zlib says of it. */
  reason: string;
}

/** The stored bytes end inside a member, or there are none. */
export const TRUNCATED: Refusal = { kind: 'refused', code: 'truncated', reason: 'unexpected end of file' };

const TRAILING = 17;
const REASONS: Readonly<Record<number, string>> = {
  16: 'incorrect header check',
  [TRAILING]: 'incorrect header check',
  18: 'unknown compression method',
  19: 'unknown header flags set',
  20: 'header crc mismatch',
  21: 'invalid block type',
  22: 'invalid stored block lengths',
  23: 'too many length or distance symbols',
  24: 'invalid code lengths set',
  25: 'invalid bit length repeat',
  26: 'invalid code -- missing end-of-block',
  27: 'invalid literal/lengths set',
  28: 'invalid distances set',
  29: 'invalid literal/length code',
  30: 'invalid distance code',
  31: 'invalid distance too far back',
  32: 'incorrect data check',
  33: 'incorrect length check',
};

/** The refusal that a status means. */
export function refusalOf(status: number): Refusal {
  const reason = REASONS[status];
  if (reason === undefined) throw new Error(`cannot read the kernel's answer: found ${status}`);
  return { kind: 'refused', code: status === TRAILING ? 'trailing' : 'corrupt', reason };
}
