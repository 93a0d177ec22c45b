import { RecordingsService } from '../../../src/conversations/index.js';
import { tone } from '../../support/audio.js';
import { startConversationsApp } from '../conversations-app.js';
import { newConversation } from './new-conversation.js';

/** An instance that records an endless call until it is killed. */
const SECONDS = 5;
const RATE_HZ = 16_000;

process.once('message', (settings: Record<string, string>) => void record(settings));

async function record({ DATABASE_URL = '', ...settings }: Record<string, string>): Promise<void> {
  const service = await startConversationsApp(DATABASE_URL, settings);
  const conversation = service.recorder.begin(newConversation());
  const recording = service.app.get(RecordingsService).start(conversation.id);
  const samples = tone({ frequencyHz: 440, durationMs: SECONDS * 1_000, sampleRateHz: RATE_HZ });
  recording?.agent(samples, RATE_HZ, performance.now());
  process.send?.({ id: conversation.id });
}
