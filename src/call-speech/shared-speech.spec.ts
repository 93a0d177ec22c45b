import type { AgentSpeech } from '../voice/agent-adapter.js';
import { SharedSpeech } from './shared-speech.js';

const RATE_HZ = 1_000;
const ms = (length: number) => new Int16Array(length);

/** A queue that has sent `sentMs` milliseconds. */
function queueThatSent(sentMs: number): AgentSpeech {
  let writtenMs = 0;
  return {
    queuedMs: 0,
    write: ({ length }) => void (writtenMs += length),
    mark: () => undefined,
    setGain: () => undefined,
    levelAgo: () => 0,
    silentForMs: Infinity,
    clear: () => ({ sentMs, droppedMs: writtenMs - sentMs }),
  };
}

/** The agent says 300 ms, the call 100 ms, then the agent 500 ms more. */
it.each([
  [200, { sentMs: 200, droppedMs: 600 }],
  [350, { sentMs: 300, droppedMs: 500 }],
  [400, { sentMs: 300, droppedMs: 500 }],
  [600, { sentMs: 500, droppedMs: 300 }],
])("of %i ms sent, does not count the call's own prompt as agent speech", (sentMs, own) => {
  const speech = new SharedSpeech(queueThatSent(sentMs), RATE_HZ, () => undefined);
  speech.write(ms(300));
  speech.put(ms(100));
  speech.write(ms(500));
  expect(speech.clear()).toEqual(own);
});

it('reports speech of the agent, not prompts of the call', () => {
  let spoken = 0;
  const speech = new SharedSpeech(queueThatSent(0), RATE_HZ, () => spoken++);
  speech.put(ms(100));
  expect(spoken).toBe(0);
  speech.write(ms(100));
  expect(spoken).toBe(1);
});
