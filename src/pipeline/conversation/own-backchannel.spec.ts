import type { AgentSpeech } from '../../voice/agent-adapter.js';
import { PausableVoice } from '../../voice/speaker/index.js';
import { initialTurnTaking, type TurnTakingState } from '../../voice/turns/index.js';
import { OwnBackchannel } from './own-backchannel.js';

const RATE_HZ = 16_000;
const SOUND = new Int16Array(RATE_HZ / 2).fill(1_000);

/** The caller has spoken for eight seconds, breaks off in the middle of a sentence, and is silent since. */
const PAUSED_MS = 9_000;
const paused: TurnTakingState = {
  ...initialTurnTaking(0),
  turn: 'held',
  turnStartMs: 1_000,
  hushed: true,
  hushEndMs: PAUSED_MS,
  unfinished: true,
};

/** Speech of which nothing goes out. */
function line() {
  const sent: number[] = [];
  const speech = {
    write: (samples: Int16Array) => sent.push(samples.length),
    mark: () => undefined,
    clear: () => ({ sentMs: sent.splice(0).length, droppedMs: 0 }),
    queuedMs: 0,
  } as unknown as AgentSpeech;
  return {
    sent,
    backchannel: new OwnBackchannel(new PausableVoice(speech, RATE_HZ), () => Promise.resolve(SOUND)),
  };
}

describe('agent backchannel', () => {
  async function saidAfter(pauseMs: number, some: Partial<TurnTakingState> = {}) {
    const { sent, backchannel } = line();
    backchannel.offer({ ...paused, hushed: false }, PAUSED_MS - 1_000);
    await Promise.resolve();
    backchannel.offer({ ...paused, ...some }, PAUSED_MS + pauseMs);
    return { isSaid: sent.length > 0, sent, backchannel };
  }

  it('is spoken in a pause of a long unfinished turn', async () => {
    expect((await saidAfter(400)).isSaid).toBe(true);
  });

  it.each<[string, number, Partial<TurnTakingState>]>([
    ['in a gap between words', 200, {}],
    ['late in a pause', 700, {}],
    ['over a voice that may be the caller’s', 400, { suspectedMs: PAUSED_MS + 380 }],
    ['while the caller speaks', 400, { hushed: false }],
    ['where the turn may be over', 400, { unfinished: false }],
    ['in a short turn', 400, { turnStartMs: 5_000 }],
    ['over what the agent says', 400, { agent: 'speaking' }],
  ])('is not spoken %s', async (_, pauseMs, some) => {
    expect((await saidAfter(pauseMs, some)).isSaid).toBe(false);
  });

  it('stops at the first sign of the caller, and repeats only after the same interval', async () => {
    const { sent, backchannel } = await saidAfter(400);
    backchannel.follow({ kind: 'caller-suspected' });
    expect(sent).toEqual([]);
    const again = { ...paused, hushEndMs: PAUSED_MS + 4_000 };
    backchannel.offer(again, again.hushEndMs + 400);
    expect(sent).toEqual([]);
    const later = { ...paused, hushEndMs: PAUSED_MS + 6_000 };
    backchannel.offer(later, later.hushEndMs + 400);
    expect(sent).not.toEqual([]);
  });
});
