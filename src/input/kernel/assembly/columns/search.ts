// Searches the texts of a column for another text. Nothing else is done in the kernel that searches.
import { plainStart } from '../inflate/interface';
import { isEqual } from '../scan/filter/texts';
import { textStart } from '../scan/filter/request-interface';

/**
 * Marks the texts that contain the text at `textStart`. The caller has written the texts, one after the other, to the first buffer for plain files,
 * their ends to the second one, and their marks to the third one.
 * @param length of the searched text, above 0
 * @param base is subtracted from the ends
 */
export function markTexts(length: usize, texts: u32, base: u32): void {
  const start = plainStart(0);
  const ends = plainStart(1);
  const marks = plainStart(2);
  const searched = textStart();
  const first = i8x16.splat(load<i8>(searched));
  const last = i8x16.splat(load<i8>(searched + length - 1));
  const from = start - (base as usize);
  // After the last place where the searched text can begin.
  const behind = from + (load<u32>(ends + ((texts - 1) << 2)) as usize) + 1 - length;
  let text: usize = 0;
  let end = from + (load<u32>(ends) as usize);
  let marked: usize = 0;
  for (let at = start; at < behind; at += 16) {
    let places = i8x16.bitmask(
      v128.and(i8x16.eq(v128.load(at), first), i8x16.eq(v128.load(at + length - 1), last)),
    );
    while (places != 0) {
      const place = at + ctz(places);
      places &= places - 1;
      if (place < marked || place >= behind || !isEqual(place, searched, length)) continue;
      while (end <= place) {
        text++;
        end = from + (load<u32>(ends + (text << 2)) as usize);
      }
      // It may begin in one text and end in the next one.
      if (place + length > end) continue;
      store<u8>(marks + text, 1);
      marked = end;
    }
  }
}
