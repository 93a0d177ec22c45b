import { Silence } from './silence.js';

const VOICE = new Int16Array(320).fill(3_000);
const NOISE = new Int16Array(320).fill(10);

function silenceAt() {
  const at = { nowMs: 0, queuedMs: 0 };
  const silence = new Silence({
    clock: { monotonicMs: () => at.nowMs },
    media: {
      speech: {
        get queuedMs() {
          return at.queuedMs;
        },
      },
    },
  });
  return { at, silence };
}

describe('the silence of a call', () => {
  it('is none before the caller was listened to for a while, and none while the caller speaks', () => {
    const { at, silence } = silenceAt();
    expect(silence.isNow).toBe(false);
    at.nowMs = 500;
    silence.heard(VOICE);
    at.nowMs = 1_000;
    silence.heard(NOISE);
    expect(silence.isNow).toBe(false);
    at.nowMs = 1_100;
    expect(silence.isNow).toBe(true);
  });

  it('is none while the agent thinks, speaks, or has something to say that was not sent yet', () => {
    const { at, silence } = silenceAt();
    expect(silence.isNow).toBe(false);
    at.nowMs = 5_000;
    silence.note({ kind: 'state', state: 'thinking' });
    expect(silence.isNow).toBe(false);
    silence.note({ kind: 'state', state: 'listening' });
    at.queuedMs = 20;
    expect(silence.isNow).toBe(false);
    at.queuedMs = 0;
    expect(silence.isNow).toBe(true);
  });
});
