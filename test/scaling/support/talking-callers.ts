import { LifeOfCaller } from './life-of-caller.js';
import { SdkCaller } from './sdk-caller.js';
import type { ThreeInstances } from './three-instances.js';

/** Set-ups at once. */
const AT_ONCE = 4;

/** Callers of three instances who talk from when they are answered on. */
export class TalkingCallers {
  readonly lives: LifeOfCaller[] = [];
  private readonly talks: Promise<void>[] = [];
  private isOver = false;

  /** @param initial Begins their names. */
  constructor(
    private readonly three: ThreeInstances,
    private readonly initial: string,
  ) {}

  get callers(): SdkCaller[] {
    return this.lives.map(({ caller }) => caller);
  }

  async callIn(count: number): Promise<void> {
    let begun = 0;
    const callOneAfterTheOther = async () => {
      while (begun < count) await this.callInAs(`${this.initial}${begun++}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, callOneAfterTheOther));
  }

  /** Waits for that, unless one of them can talk no more, which is thrown. */
  async talkDuring<T>(happens: Promise<T>): Promise<T> {
    const fellSilent = Promise.all(this.talks).then(() => Promise.reject(new Error('They fell silent.')));
    return Promise.race([happens, fellSilent]);
  }

  /** Lets them finish what they are at. */
  async finish(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.talks);
  }

  hangUp(): void {
    for (const caller of this.callers) caller.hangUp();
  }

  private async callInAs(name: string): Promise<void> {
    const { url: signalingUrl, access } = this.three;
    const options = { signalingUrl, authToken: access.connectorToken, mode: 'traditional' } as const;
    const life = new LifeOfCaller(new SdkCaller(name, options));
    this.lives.push(life);
    await life.caller.start();
    const talk = life.run(() => this.isOver);
    talk.catch(() => undefined);
    this.talks.push(talk);
  }
}
