// What stands between the values of a line: `{"A":`, `,"B":`. Compared eight bytes at a time as one number: equal bytes are equal numbers,
// as long as none is NaN or zero, which ASCII never makes (its last byte would have to be 0x7f or 0). Measured: half the time of a line is
// spent here otherwise.

const STEP = 8;
/** Bytes above it are left to be compared one by one. */
const LAST_PLAIN = 0x7e;

/** Leads in their order. */
export class FastLeads {
  readonly #lengths: Int32Array;
  /** By lead: how many numbers are compared; 0: bytes are. */
  readonly #steps: Int32Array;
  /** By lead, {@link #stride} of them: the number at its end, then those from its start on; the one at the end may overlap another. */
  readonly #numbers: Float64Array;
  readonly #stride: number;
  readonly #bytes: readonly Uint8Array[];

  constructor(leads: readonly Buffer[]) {
    this.#bytes = leads;
    this.#lengths = Int32Array.from(leads, ({ length }) => length);
    this.#steps = Int32Array.from(leads, stepsOf);
    this.#stride = Math.max(0, ...this.#steps);
    this.#numbers = new Float64Array(leads.length * this.#stride);
    for (const [index, lead] of leads.entries()) {
      for (let step = 0; step < this.#steps[index]!; step += 1) {
        this.#numbers[index * this.#stride + step] = lead.readDoubleLE(
          step === 0 ? lead.length - STEP : (step - 1) * STEP,
        );
      }
    }
  }

  /** @param limit bytes of the view @returns the index behind the lead, -1 where it does not stand at `at` */
  skip(view: DataView, at: number, limit: number, lead: number): number {
    const end = at + this.#lengths[lead]!;
    if (end > limit) return -1;
    const steps = this.#steps[lead]!;
    if (steps === 0) return this.#skipBytes(view, at, lead);
    const numbers = this.#numbers;
    const first = lead * this.#stride;
    if (view.getFloat64(end - STEP, true) !== numbers[first]) return -1;
    for (let step = 1, from = at; step < steps; step += 1, from += STEP) {
      if (view.getFloat64(from, true) !== numbers[first + step]) return -1;
    }
    return end;
  }

  #skipBytes(view: DataView, at: number, lead: number): number {
    const bytes = this.#bytes[lead]!;
    for (let k = 0; k < bytes.length; k += 1) if (view.getUint8(at + k) !== bytes[k]) return -1;
    return at + bytes.length;
  }
}

/** How many numbers a lead takes; 0 if it is too short, or not plain. */
function stepsOf(lead: Buffer): number {
  return lead.length < STEP || lead.some((byte) => byte > LAST_PLAIN) ? 0 : Math.ceil(lead.length / STEP);
}
