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

describe('silence of a call', () => {
  it('does not count until the caller was heard for a while, nor while the caller speaks', () => {
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

  it('does not count while the agent thinks, speaks or has unsent audio', () => {
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
