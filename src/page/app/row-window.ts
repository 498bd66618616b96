// Which rows of a long list are in view: fixed heights, own arithmetic. Browsers limit the height of an element, so that a longer list scrolls
// a scaled space: small steps move by rows, jumps of the scroll bar by shares. Knows no element.

/** Browsers draw elements up to 16,777,216 pixels (Firefox 17,895,697, Chromium 33,554,428). Pixels. */
export const MAX_SPACE = 16_000_000;

/** The place of a list in its scrolled space. */
export class RowWindow {
  readonly rowHeight: number;
  #rows = 0;
  #height = 0;
  /** Of the list, not scaled. */
  #top = 0;
  #scrolled = 0;

  constructor(rowHeight: number) {
    this.rowHeight = rowHeight;
  }

  /** Height of all rows in the scrolled space. */
  get space(): number {
    return Math.min(MAX_SPACE, this.#rows * this.rowHeight);
  }

  /** Pixels of the list above the view. */
  get top(): number {
    return this.#top;
  }

  get #most(): number {
    return Math.max(0, this.#rows * this.rowHeight - this.#height);
  }

  /** Pixels of the list for each pixel of the space. */
  get #scale(): number {
    const scrollable = this.space - this.#height;
    return scrollable <= 0 ? 1 : this.#most / scrollable;
  }

  /** Takes the size of the list. @param height of the view */
  resize(rows: number, height: number): void {
    this.#rows = rows;
    this.#height = height;
    this.#top = Math.min(this.#top, this.#most);
    this.#scrolled = this.scrollTop;
  }

  /** Takes the place of the scroll bar. A step that is shorter than half a pixel of the bar moves by pixels, a longer one by its share of the space. */
  scroll(scrollTop: number): void {
    const step = scrollTop - this.#scrolled;
    this.#scrolled = scrollTop;
    const isStep = Math.abs(step) < this.space / this.#height / 2;
    const moved = isStep ? this.#top + step : scrollTop * this.#scale;
    const atEnd = scrollTop <= 0 ? 0 : scrollTop >= this.space - this.#height ? this.#most : undefined;
    this.#top = Math.max(0, Math.min(this.#most, atEnd ?? moved));
  }

  /** Where the scroll bar belongs for {@link top}: steps by pixels leave it behind. */
  get scrollTop(): number {
    return this.#top / this.#scale;
  }

  /** Takes that the scroll bar was moved to {@link scrollTop}. */
  settle(scrollTop: number): void {
    this.#scrolled = scrollTop;
  }

  /** Moves so that a row is in view. @returns whether it was not */
  reveal(row: number): boolean {
    const top = row * this.rowHeight;
    const before = this.#top;
    if (top < this.#top) this.#top = top;
    else if (top + this.rowHeight > this.#top + this.#height) this.#top = top + this.rowHeight - this.#height;
    this.#top = Math.max(0, Math.min(this.#most, this.#top));
    return this.#top !== before;
  }

  /**
   * The first row in view and the one after the last, with some before and after them, in steps: most scrolling draws no other rows.
   * @returns `count`: how many rows these are, wherever the view is; fewer at the end of the list
   */
  range(beyond: number): { first: number; end: number; count: number } {
    const step = Math.max(1, Math.floor(beyond / 2));
    const before = Math.floor(this.#top / this.rowHeight) - beyond;
    const first = Math.max(0, Math.floor(before / step) * step);
    const count = Math.ceil(this.#height / this.rowHeight) + 1 + 2 * beyond + step;
    return { first, end: Math.max(first, Math.min(this.#rows, first + count)), count };
  }

  /** Where a row is in the scrolled space. Pixels. */
  placeOf(row: number): number {
    return this.#scrolled + row * this.rowHeight - this.#top;
  }
}
