/** The last values that were added, in order of size, for shares of them: kept in order instead of sorted each time. */
export class SortedWindow {
  private readonly byAge: Float64Array;
  private readonly bySize: Float64Array;
  private added = 0;

  /** @param most How many are remembered, 1 or more. */
  constructor(private readonly most: number) {
    this.byAge = new Float64Array(most);
    this.bySize = new Float64Array(most);
  }

  get isFull(): boolean {
    return this.added >= this.most;
  }

  /** How many are remembered. */
  get size(): number {
    return Math.min(this.added, this.most);
  }

  /** @param value No NaN: it has no place in the order. */
  add(value: number): void {
    const slot = this.added % this.most;
    const { size, bySize } = this;
    // The place that becomes free: the oldest one's, else the one behind all.
    const free = this.isFull ? this.placeOf(this.byAge[slot] ?? 0, size) : size;
    const place = this.placeOf(value, size);
    if (place <= free) {
      bySize.copyWithin(place + 1, place, free);
      bySize[place] = value;
    } else {
      bySize.copyWithin(free, free + 1, place);
      bySize[place - 1] = value;
    }
    this.byAge[slot] = value;
    this.added += 1;
  }

  /** The value below which this share of them lies (0 to below 1); undefined while there is none. */
  at(share: number): number | undefined {
    const { size } = this;
    return size === 0 ? undefined : this.bySize[Math.floor(size * share)];
  }

  /** The first place whose value is not below this one. */
  private placeOf(value: number, size: number): number {
    let from = 0;
    let to = size;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.bySize[middle] ?? 0) < value) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
