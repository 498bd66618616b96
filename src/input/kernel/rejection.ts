// Why the kernel rejects a stream, in zlib's own words.
import {
  BAD_BLOCK_TYPE,
  BAD_CHECKSUM,
  BAD_CODE_LENGTHS,
  BAD_DISTANCE_CODE,
  BAD_DISTANCES,
  BAD_FLAGS,
  BAD_HEADER_CRC,
  BAD_LITERAL_CODE,
  BAD_LITERAL_LENGTHS,
  BAD_METHOD,
  BAD_REPEAT,
  BAD_SIZE,
  BAD_STORED_LENGTH,
  DISTANCE_TOO_FAR,
  NO_END_OF_BLOCK,
  NOT_GZIP,
  TOO_MANY_SYMBOLS,
  TRAILING,
} from './abi.ts';

/** A stream that is not whole. Codes never change their meaning. */
export interface Rejection {
  kind: 'rejected';
  /**
   * `truncated`: the stored bytes end inside a member; `corrupt`: a member violates the format, or its checksum or size is
   * wrong; `trailing`: something that is neither a member nor zero padding follows a member.
   */
  code: 'truncated' | 'corrupt' | 'trailing';
  /** zlib's message. */
  reason: string;
}

/** The stored bytes end inside a member, or there are none. */
export const TRUNCATED: Rejection = { kind: 'rejected', code: 'truncated', reason: 'unexpected end of file' };

const REASONS: ReadonlyMap<number, string> = new Map([
  [NOT_GZIP, 'incorrect header check'],
  [TRAILING, 'incorrect header check'],
  [BAD_METHOD, 'unknown compression method'],
  [BAD_FLAGS, 'unknown header flags set'],
  [BAD_HEADER_CRC, 'header crc mismatch'],
  [BAD_BLOCK_TYPE, 'invalid block type'],
  [BAD_STORED_LENGTH, 'invalid stored block lengths'],
  [TOO_MANY_SYMBOLS, 'too many length or distance symbols'],
  [BAD_CODE_LENGTHS, 'invalid code lengths set'],
  [BAD_REPEAT, 'invalid bit length repeat'],
  [NO_END_OF_BLOCK, 'invalid code -- missing end-of-block'],
  [BAD_LITERAL_LENGTHS, 'invalid literal/lengths set'],
  [BAD_DISTANCES, 'invalid distances set'],
  [BAD_LITERAL_CODE, 'invalid literal/length code'],
  [BAD_DISTANCE_CODE, 'invalid distance code'],
  [DISTANCE_TOO_FAR, 'invalid distance too far back'],
  [BAD_CHECKSUM, 'incorrect data check'],
  [BAD_SIZE, 'incorrect length check'],
]);

/** Returns the rejection that a status means. @throws Error for a status that is not a rejection */
export function rejectionOf(status: number): Rejection {
  const reason = REASONS.get(status);
  if (reason === undefined) throw new Error(`cannot read the kernel's status: found ${status}`);
  return { kind: 'rejected', code: status === TRAILING ? 'trailing' : 'corrupt', reason };
}
