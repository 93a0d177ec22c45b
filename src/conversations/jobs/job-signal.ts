import { Injectable } from '@nestjs/common';

/** Signals that this process has just written jobs; those of other processes are found by polling. */
@Injectable()
export class JobSignal {
  private readonly listeners: (() => void)[] = [];

  /** A listener must return immediately and never throw. */
  onRaised(listener: () => void): void {
    this.listeners.push(listener);
  }

  raise(): void {
    for (const listener of this.listeners) listener();
  }
}
