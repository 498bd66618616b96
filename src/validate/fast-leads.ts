// What stands between the values of a line: `{"A":`, `,"B":`. Compared eight bytes at a time as one number: equal bytes are equal numbers,
// as long as none is NaN or zero, which ASCII never makes (its last byte would have to be 0x7f or 0). Measured: half the time of a line is
// spent here otherwise.

const STEP = 8;
/** Bytes above it are left to be compared one by one. */
const LAST_PLAIN = 0x7e;

/** Leads in their order. */
export class FastLeads {
  readonly #lengths: Int32Array;
  /** By lead: where its steps begin in {@link #offsets}; one more at the end. */
  readonly #firsts: Int32Array;
  /** Where in the lead a step compares; the last step of a lead may overlap the one before. */
  readonly #offsets: Int32Array;
  readonly #numbers: Float64Array;
  readonly #bytes: readonly Uint8Array[];

  constructor(leads: readonly Buffer[]) {
    this.#bytes = leads;
    this.#lengths = Int32Array.from(leads, ({ length }) => length);
    const steps = leads.map(stepsOf);
    let first = 0;
    this.#firsts = Int32Array.from([...steps, []], (all) => {
      first += all.length;
      return first - all.length;
    });
    this.#offsets = Int32Array.from(steps.flat());
    this.#numbers = Float64Array.from(steps.flatMap((all, lead) => all.map((at) => leads[lead]!.readDoubleLE(at))));
  }

  /** @param limit bytes of the view @returns the index behind the lead, -1 where it does not stand at `at` */
  skip(view: DataView, at: number, limit: number, lead: number): number {
    const length = this.#lengths[lead]!;
    if (at + length > limit) return -1;
    const last = this.#firsts[lead + 1]!;
    let step = this.#firsts[lead]!;
    if (step === last) return this.#skipBytes(view, at, lead);
    for (; step < last; step += 1) {
      if (view.getFloat64(at + this.#offsets[step]!, true) !== this.#numbers[step]) return -1;
    }
    return at + length;
  }

  #skipBytes(view: DataView, at: number, lead: number): number {
    const bytes = this.#bytes[lead]!;
    for (let k = 0; k < bytes.length; k += 1) if (view.getUint8(at + k) !== bytes[k]) return -1;
    return at + bytes.length;
  }
}

/** Where a lead is compared; nowhere if it is too short, or not plain. */
function stepsOf(lead: Buffer): number[] {
  if (lead.length < STEP || lead.some((byte) => byte > LAST_PLAIN)) return [];
  const steps: number[] = [];
  for (let at = 0; at + STEP < lead.length; at += STEP) steps.push(at);
  return [...steps, lead.length - STEP];
}
