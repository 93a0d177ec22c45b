import { Injectable } from '@nestjs/common';

/** Tells whoever works on jobs that this process has just written some; those of others are found by looking. */
@Injectable()
export class JobSignal {
  private readonly listeners: (() => void)[] = [];

  /** A listener must return at once and never throw. */
  onRaised(listener: () => void): void {
    this.listeners.push(listener);
  }

  raise(): void {
    for (const listener of this.listeners) listener();
  }
}
