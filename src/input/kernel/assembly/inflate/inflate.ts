// One inflate step: runs the state machine until input or room runs out, or the stream is rejected.
import {
  copyStored, readBlockHead, readCodeCounts, readCodeLengthLengths, readCodeLengths, readStoredLength,
} from './blocks';
import { checkOutput, readChecksum, readHeader, readMagic, readSize } from './member';
import { CONTINUE, WINDOW_FULL } from '../../abi';
import { Expect, Output, Source, Stream } from './stream';
import { decodeSymbol } from './symbols-carefully';
import { decodeSymbols, FAST_INPUT_BYTES } from './symbols-fast';

/** Runs one step. @returns NEEDS_INPUT, WINDOW_FULL or a rejection; all bytes inflated so far are in the window and in the CRC */
export function inflateStep(): u32 {
  let status = CONTINUE;
  while (status == CONTINUE) {
    switch (Stream.expect) {
      case Expect.MEMBER: status = readMagic(); break;
      case Expect.HEADER: status = readHeader(); break;
      case Expect.BLOCK: status = readBlockHead(); break;
      case Expect.STORED_LENGTH: status = readStoredLength(); break;
      case Expect.STORED_BYTES: status = copyStored(); break;
      case Expect.CODE_COUNTS: status = readCodeCounts(); break;
      case Expect.CODE_LENGTH_LENGTHS: status = readCodeLengthLengths(); break;
      case Expect.CODE_LENGTHS: status = readCodeLengths(); break;
      case Expect.SYMBOLS: status = readSymbols(); break;
      case Expect.CHECKSUM: status = readChecksum(); break;
      default: status = readSize(); break;
    }
  }
  checkOutput();
  return status;
}

function readSymbols(): u32 {
  if (Output.at >= Output.limit) return WINDOW_FULL;
  return Source.at + FAST_INPUT_BYTES <= Source.end ? decodeSymbols() : decodeSymbol();
}
