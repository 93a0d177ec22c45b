import { jest } from '@jest/globals';
import { DEFAULT_TURN_TAKING, type TurnTakingDecision } from './index.js';
import { TurnDriver } from './turn-driver.js';

const LONG_VOICE_MS = 1_000;
/** Normal processing lag: an incomplete window and a pending verdict. */
const BEHIND_MS = 40;

let decided: TurnTakingDecision['kind'][];
let driver: TurnDriver;

beforeEach(() => {
  jest.useFakeTimers();
  decided = [];
  const parameters = { ...DEFAULT_TURN_TAKING, judgesOverlaps: false };
  driver = new TurnDriver(parameters, ({ kind }) => decided.push(kind));
});

afterEach(() => {
  driver.close();
  jest.useRealTimers();
});

/** Feeds the caller's voice frame by frame while the agent speaks. */
function callerTalksOverAgent(lengthMs: number): void {
  driver.take({ kind: 'agent-started', speech: 'reply' });
  driver.take({ kind: 'caller-started', onsetMs: performance.now() });
  for (let heardMs = 0; heardMs < lengthMs; heardMs += 20) {
    jest.advanceTimersByTime(20);
    driver.takeLongVoiceForWords(LONG_VOICE_MS, performance.now() - BEHIND_MS);
  }
}

describe('voice without words', () => {
  it('counts as words when it continues', () => {
    callerTalksOverAgent(LONG_VOICE_MS - 20);
    expect(driver.state.wordCount).toBe(0);
    jest.advanceTimersByTime(20);
    driver.takeLongVoiceForWords(LONG_VOICE_MS, performance.now() - BEHIND_MS);
    expect(driver.state.wordCount).toBe(1);
  });

  it('ignores time in which no audio was processed', () => {
    callerTalksOverAgent(600);
    expect(decided).toEqual(['begin-turn', 'pause-agent']);
    const heardUntilMs = performance.now();
    jest.advanceTimersByTime(800);
    // The caller's frames from that time are read now and judged a moment later.
    for (let frame = 0; frame < 40; frame++) driver.takeLongVoiceForWords(LONG_VOICE_MS, heardUntilMs);
    expect(driver.state.wordCount).toBe(0);
    expect(driver.state.callerSpeaking).toBe(true);
  });
});
