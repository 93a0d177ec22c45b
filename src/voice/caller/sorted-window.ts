/** The last added values in sorted order, for quantiles. Kept sorted instead of being sorted each time. */
export class SortedWindow {
  private readonly byAge: Float64Array;
  private readonly bySize: Float64Array;
  private added = 0;

  /** @param most Capacity, at least 1. */
  constructor(private readonly most: number) {
    this.byAge = new Float64Array(most);
    this.bySize = new Float64Array(most);
  }

  get isFull(): boolean {
    return this.added >= this.most;
  }

  get size(): number {
    return Math.min(this.added, this.most);
  }

  /** @param value Not NaN, which has no order. */
  add(value: number): void {
    const slot = this.added % this.most;
    const { size, bySize } = this;
    // The position that becomes free: that of the oldest value, or the end.
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

  /** The value below which this share of the values lies (0 to below 1); undefined if there are none. */
  at(share: number): number | undefined {
    const { size } = this;
    return size === 0 ? undefined : this.bySize[Math.floor(size * share)];
  }

  /** The first position with a value that is not below this one. */
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
