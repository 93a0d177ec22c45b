import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { MediaService } from '../../media/index.js';

/** How often the lateness of an instance's calls is measured. */
const LOOK_MS = 250;
/** How late the audio of real calls may be. */
const MAX_LAG_MS = 10;

/** Real calls take precedence: speech synthesis for tests waits, or is restarted later, while it would delay them. */
@Injectable()
export class GiveWay {
  constructor(@Inject(MediaService) private readonly media: Pick<MediaService, 'hasCallers' | 'lagMs'>) {}

  /**
   * Runs the work while no real call is delayed; an aborted attempt is repeated from the start.
   * @param work Stops when its signal is aborted; its result is dropped then.
   * @throws what the work throws; AbortError when the outer signal is aborted.
   */
  async hold<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      while (this.isNeeded) await delay(LOOK_MS, undefined, { signal });
      signal.throwIfAborted();
      const givenUp = new AbortController();
      const look = setInterval(() => this.isNeeded && givenUp.abort(), LOOK_MS);
      try {
        const outcome = await work(AbortSignal.any([signal, givenUp.signal]));
        if (!givenUp.signal.aborted) return outcome;
      } catch (error) {
        if (!givenUp.signal.aborted) throw error;
      } finally {
        clearInterval(look);
      }
    }
  }

  private get isNeeded(): boolean {
    return this.media.hasCallers && this.media.lagMs > MAX_LAG_MS;
  }
}
