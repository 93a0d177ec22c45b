import { nanoid } from 'nanoid';
import { WebSocket } from 'ws';

import { concatenate, fromBytes } from '../audio/pcm.js';
import type { Behaviour } from '../behaviour.js';
import type { Ears } from '../brain.js';
import { textAt } from '../json.js';
import { delay } from '../delay.js';

/** Audio between interim results. */
const INTERIM_MS = 400;
const SLOW_MS = 700;
const MAX_FLOOD_MESSAGES = 20_000;
const MAX_FLOOD_BYTES = 8_000_000;

export interface DeepgramSessionOptions {
  readonly behaviour: Behaviour;
  readonly sampleRateHz: number;
  readonly ears: Ears;
  /** Query parameters of its URL. */
  readonly query: URLSearchParams;
}

/** One connection: receives audio and sends results; `Finalize` requests the words so far. */
export class DeepgramSession {
  receivedAudioMs = 0;
  private audio: Int16Array[] = [];
  private sinceInterimMs = 0;

  constructor(
    private readonly socket: WebSocket,
    readonly options: DeepgramSessionOptions,
  ) {
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer, binary) => {
      if (binary) this.hear(fromBytes(data));
      else this.control(data.toString());
    });
  }

  private hear(samples: Int16Array): void {
    const lengthMs = (samples.length * 1000) / this.options.sampleRateHz;
    this.audio.push(samples);
    this.receivedAudioMs += lengthMs;
    this.sinceInterimMs += lengthMs;
    if (this.sinceInterimMs < INTERIM_MS) return;
    this.sinceInterimMs = 0;
    const { behaviour } = this.options;
    if (behaviour === 'drop') return this.socket.terminate();
    if (behaviour === 'flood') return this.flood();
    if (behaviour === 'nonsense') {
      return this.socket.send('{"type": "Results", "channel": {"alternatives": 7}}');
    }
    if (behaviour === 'chatty')
      this.socket.send('{"type": "SpeechStarted", "channel": [0], "timestamp": 0.1}');
    this.result('', false, false);
  }

  private control(text: string): void {
    const { behaviour } = this.options;
    const type = textAt(JSON.parse(text), 'type');
    if (type === 'CloseStream') return this.socket.close(1000);
    if (type === 'Finalize' && behaviour !== 'hang' && behaviour !== 'drip') void this.finalize();
  }

  private async finalize(): Promise<void> {
    const heard = concatenate(this.audio);
    this.audio = [];
    if (this.options.behaviour === 'slow') await delay(SLOW_MS);
    const text = heard.length === 0 ? '' : await this.options.ears(heard, this.options.sampleRateHz);
    this.result(text, true, true);
  }

  private result(transcript: string, final: boolean, fromFinalize: boolean): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(resultsMessage(transcript, final, fromFinalize)));
  }

  private flood(): void {
    for (let count = 0; count < MAX_FLOOD_MESSAGES && this.socket.bufferedAmount < MAX_FLOOD_BYTES; count++) {
      this.result('blah '.repeat(50), false, false);
    }
  }
}

function resultsMessage(transcript: string, final: boolean, fromFinalize: boolean): object {
  const words = transcript.split(' ').map((word) => ({ word, start: 0, end: 0, confidence: 0.9 }));
  return {
    type: 'Results',
    channel_index: [0, 1],
    duration: 1,
    start: 0,
    is_final: final,
    speech_final: final,
    from_finalize: fromFinalize,
    channel: { alternatives: [{ transcript, confidence: 0.9, words }] },
    metadata: {
      request_id: nanoid(),
      model_uuid: nanoid(),
      model_info: { name: 'stand-in', version: '1', arch: 'none' },
    },
  };
}
