/** A barrier: all continue once everyone has arrived. */
export class Meeting {
  private readonly come = new Set<string>();
  private open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  constructor(private readonly size: number) {}

  get isComplete(): boolean {
    return this.come.size >= this.size;
  }

  /** Resolves when all are here; repeated arrivals count once. */
  arrive(who: string): Promise<void> {
    this.come.add(who);
    if (this.isComplete) this.open();
    return this.opened;
  }
}
