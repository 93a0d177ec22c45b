import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentDocument } from '../../agent-document/index.js';
import type { CallerListener, CallerVoiceEvent } from '../../voice/caller/index.js';
import { StageChain, StageMember, type SpeechToText } from '../stages/index.js';
import { UserTurn } from './user-turn.js';

const document: AgentDocument = { schemaVersion: 1 };

/** Calls a recognizer receives for a turn with these voice events and sounds. */
async function askedOf(
  voice: readonly (CallerVoiceEvent | Int16Array)[],
  anticipatesFading = true,
): Promise<string[]> {
  const asked: string[] = [];
  let hear: (samples: Int16Array) => void = () => undefined;
  const provider: SpeechToText = {
    capabilities: { streaming: false },
    begin: () => ({
      push: () => undefined,
      anticipate: (mayLackEnd) => asked.push(mayLackEnd ? 'anticipate without end' : 'anticipate'),
      goOn: () => asked.push('go on'),
      end: () => Promise.resolve({ text: '' }),
      cancel: () => undefined,
    }),
  };
  const caller = new UserTurn({
    context: { agent: document, emit: () => undefined },
    listener: {
      listen: (_fromMs: number, take: typeof hear) => (hear = take),
      ignore: () => undefined,
    } as unknown as CallerListener,
    chain: new StageChain(
      'acc_test',
      [{ member: new StageMember('fake', provider), modelId: undefined }],
      () => undefined,
    ),
    budgetMs: 1_000,
    anticipateAfterMs: 1,
    anticipateTimes: 2,
    anticipatesFading,
    nowMs: () => 10_000,
    heard: () => undefined,
  });
  caller.begin(0);
  for (const event of voice) {
    if (event instanceof Int16Array) hear(event);
    else caller.follow(event);
    await sleep(5);
  }
  caller.close();
  return asked;
}

describe('turn of the caller', () => {
  const fading = { kind: 'caller-fading', endMs: 2_000 } as const;
  const hushed = (endMs: number) => ({ kind: 'caller-hushed', endMs }) as const;

  it('is transcribed early as the voice fades, once', async () => {
    expect(await askedOf([fading])).toEqual(['anticipate without end']);
    expect(await askedOf([fading, hushed(2_000), { kind: 'caller-stopped', endMs: 2_000 }])).not.toContain(
      'go on',
    );
  });

  it('is transcribed again when the voice ended later or resumed', async () => {
    const anew = ['anticipate without end', 'go on', 'anticipate'];
    expect(await askedOf([fading, hushed(2_100)])).toEqual(anew);
    expect(await askedOf([fading, { kind: 'caller-went-on' }, hushed(2_500)])).toEqual(anew);
  });

  it('is transcribed early only at silence if the recognizer prefers that', async () => {
    expect(await askedOf([fading], false)).toEqual([]);
    expect(await askedOf([fading, hushed(2_100)], false)).toEqual(['anticipate']);
  });

  it('waits longer to transcribe early after frequent misses, or until a quarter more was said', async () => {
    const pause = [hushed(9_990), { kind: 'caller-went-on' }] as const;
    const inVain = ['anticipate', 'go on'];
    const seconds = (count: number) => new Int16Array(16_000 * count);
    const begun = [seconds(4), ...pause, ...pause];
    expect(await askedOf([...begun, seconds(0.9), ...pause])).toEqual([...inVain, ...inVain, 'go on']);
    expect(await askedOf([...begun, seconds(1), ...pause])).toEqual([...inVain, ...inVain, ...inVain]);
    expect(await askedOf([...begun, hushed(9_740)])).toEqual([...inVain, ...inVain, 'anticipate']);
  });
});
