// Finds the name in the traffic that a configured name probably means when that name never occurs.
import { nearest } from '../../base/index.ts';
import type { FieldReader, Place } from './field-reader.ts';
import { type ConfiguredField, loggedKeyOf } from './ruleset/ruleset.ts';

/** A name that may be meant. */
export interface SimilarName {
  /**
   * `other-case`: a cookie with the name in another case. `other-place`: the name occurs among other headers, or as a cookie.
   * `set-only`: a cookie that responses set and no request sends. `pseudo-header`: HTTP/2 sends `:authority` instead of
   * `host`. `spelling`: a name with a similar spelling.
   */
  kind: 'other-case' | 'other-place' | 'set-only' | 'pseudo-header' | 'spelling';
  place: Place;
  /** As in the traffic; headers in lower case. */
  name: string;
  /** Exchanges that contain it. */
  exchanges: number;
}

const PLACES: readonly Place[] = ['RequestHeaders', 'ResponseHeaders', 'Cookies', 'SetCookie'];

/** The names in the traffic, by place and in lower case. */
export type SeenNames = ReadonlyMap<Place, ReadonlyMap<string, { name: string; exchanges: number }>>;

/**
 * Returns the names that a reader has found and that a rule may log under its limits. Among cookies that differ only by case, the
 * most frequent one represents all.
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

/** Finds the most frequent cookie whose name differs from a field's name only by case. */
export function otherCaseOf({ array, name }: ConfiguredField, { names }: FieldReader): SimilarName | undefined {
  if (array !== 'cookie_fields') return undefined;
  const folded = name.toLowerCase();
  const [most] = names.Cookies.seen()
    .filter((slot) => slot.name !== name && slot.name.toLowerCase() === folded)
    .sort((a, b) => b.exchanges - a.exchanges || (a.name < b.name ? -1 : 1));
  return most && { kind: 'other-case', place: 'Cookies', name: most.name, exchanges: most.exchanges };
}

/** Finds the name that a field that never occurs may mean. */
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
