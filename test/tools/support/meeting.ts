/** Lets nobody go on before all have come, so that what they do next happens at one time. */
export class Meeting {
  private readonly come = new Set<string>();
  private open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  constructor(private readonly size: number) {}

  get isComplete(): boolean {
    return this.come.size >= this.size;
  }

  /** Resolves when everybody is here; who has come before doesn't count twice. */
  arrive(who: string): Promise<void> {
    this.come.add(who);
    if (this.isComplete) this.open();
    return this.opened;
  }
}
