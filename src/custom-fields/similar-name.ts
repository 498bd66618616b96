// A configured name that never occurs: what in the traffic looks as if it were meant.
import { nearest } from '../base/index.ts';
import type { FieldReader, Place } from './field-reader.ts';
import { type ConfiguredField, loggedKeyOf } from './ruleset/ruleset.ts';

/** What may have been meant. */
export interface SimilarName {
  /**
   * `other-case`: a cookie of the name in another case. `other-place`: the name occurs, but among other headers, or as a
   * cookie. `set-only`: a cookie that responses set and no request sends. `pseudo-header`: HTTP/2 sends `:authority` in
   * the place of `host`. `spelling`: a name much like it.
   */
  kind: 'other-case' | 'other-place' | 'set-only' | 'pseudo-header' | 'spelling';
  place: Place;
  /** As it occurs; headers in lower case. */
  name: string;
  /** Exchanges that have it. */
  exchanges: number;
}

const PLACES: readonly Place[] = ['RequestHeaders', 'ResponseHeaders', 'Cookies', 'SetCookie'];

/** Names that occur, by place and in lower case. */
export type SeenNames = ReadonlyMap<Place, ReadonlyMap<string, { name: string; exchanges: number }>>;

/**
 * The names that a reader has met and that the limits in force let a rule log. Of cookies that differ by case the most frequent stands
 * for all.
 */
export function seenNames({ names, limits }: FieldReader): SeenNames {
  return new Map(
    PLACES.map((place) => {
      const neverLogged = place === 'RequestHeaders' ? limits.neverLogged : [];
      const loggable = names[place].seen().filter(({ name }) => !neverLogged.includes(name));
      const slots = loggable.sort((a, b) => a.exchanges - b.exchanges || (a.name < b.name ? 1 : -1));
      return [place, new Map(slots.map(({ name, exchanges }) => [name.toLowerCase(), { name, exchanges }]))];
    }),
  );
}

/** A cookie whose name differs from a field's by case alone, the most frequent one. */
export function otherCaseOf({ array, name }: ConfiguredField, { names }: FieldReader): SimilarName | undefined {
  if (array !== 'cookie_fields') return undefined;
  const folded = name.toLowerCase();
  const [most] = names.Cookies.seen()
    .filter((slot) => slot.name !== name && slot.name.toLowerCase() === folded)
    .sort((a, b) => b.exchanges - a.exchanges || (a.name < b.name ? -1 : 1));
  return most && { kind: 'other-case', place: 'Cookies', name: most.name, exchanges: most.exchanges };
}

/** What may have been meant by a field that never occurs. */
export function similarNameOf(
  field: ConfiguredField,
  seen: SeenNames,
  hasPseudoHeaders: boolean,
): SimilarName | undefined {
  const own = loggedKeyOf(field.array);
  const folded = field.name.toLowerCase();
  for (const place of [own, ...PLACES.filter((one) => one !== own)]) {
    const same = seen.get(place)!.get(folded);
    if (same !== undefined) return { kind: kindIn(place, own), place, ...same };
  }
  if (own === 'RequestHeaders' && folded === 'host' && hasPseudoHeaders) {
    return { kind: 'pseudo-header', place: own, name: ':authority', exchanges: 0 };
  }
  const names = seen.get(own)!;
  const near = nearest(folded, names.keys());
  return near === undefined ? undefined : { kind: 'spelling', place: own, ...names.get(near)! };
}

function kindIn(place: Place, own: Place): SimilarName['kind'] {
  if (place === own) return 'other-case';
  return place === 'SetCookie' && own === 'Cookies' ? 'set-only' : 'other-place';
}
