import { nanoid } from 'nanoid';
import { WebSocket } from 'ws';

import { concatenate, fromBytes, toBytes } from '../audio/pcm.js';
import { synthesise } from '../audio/synthesis.js';
import type { Behaviour } from '../behaviour.js';
import type { Brain, BrainTurn, Ears } from '../brain.js';
import { geminiSchemaProblem } from '../declared-schemas.js';
import { isObject, objectAt, textAt, type JsonObject } from '../json.js';
import { EnergyVad } from '../realtime/energy-vad.js';
import { delay } from '../delay.js';
import { flood, talkNonsense } from './gemini-faults.js';

const INPUT_RATE_HZ = 16_000;
const OUTPUT_RATE_HZ = 24_000;
const CHUNK_MS = 100;
const SLOW_MS = 700;
const DRIP_INTERVAL_MS = 400;
const DRIP_CHUNK_MS = 20;

/** How resumption handles are treated. */
export type GeminiHandles = 'given' | 'none' | 'refused';

export interface GeminiSessionOptions {
  readonly behaviour: Behaviour;
  readonly brain: Brain;
  readonly ears: Ears;
  /** Speed of answers relative to real time. */
  readonly pace: number;
  /** History of earlier connections, by handle. */
  readonly memories: Map<string, BrainTurn[]>;
  readonly handles: GeminiHandles;
}

/** Usage of each turn. */
const USAGE = {
  promptTokenCount: 100,
  responseTokenCount: 50,
  totalTokenCount: 150,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 40 },
    { modality: 'AUDIO', tokenCount: 60 },
  ],
  responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 50 }],
};

/** One connection to the Live stand-in: setup, voice detection, conversation and the current answer. */
export class GeminiSession {
  /** Everything the client sent except audio. */
  readonly received: JsonObject[] = [];
  setup: JsonObject | undefined;
  receivedAudioMs = 0;
  history: BrainTurn[] = [];
  private vad = new EnergyVad(INPUT_RATE_HZ, 500);
  private heard: Int16Array[] = [];
  /** The client marks activity, since the session's own detection is off. */
  private manual = false;
  /** Input since the client's activity start. */
  private activity: { text: string | undefined } | undefined;
  private answer: AbortController | undefined;
  private calls = new Set<string>();

  constructor(
    private readonly socket: WebSocket,
    private readonly options: GeminiSessionOptions,
  ) {}

  receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isObject(message)) return this.socket.close(1007, 'Request contains an invalid argument.');
    if (!this.setup) return this.begin(objectAt(message, 'setup'));
    const input = objectAt(message, 'realtimeInput');
    const audio = objectAt(input, 'audio');
    const data = textAt(audio, 'data');
    if (data !== undefined) return this.hear(fromBytes(Buffer.from(data, 'base64')));
    this.received.push(message);
    if (isObject(input['activityStart'])) return this.beginActivity();
    if (isObject(input['activityEnd'])) return this.endActivity();
    const written = textAt(input, 'text');
    if (written !== undefined && this.activity) return void (this.activity.text = written);
    // Text outside of activity is not a turn.
    if (written !== undefined && this.manual) return;
    if (written !== undefined) return this.takeText(written);
    const responses = objectAt(message, 'toolResponse')['functionResponses'];
    if (Array.isArray(responses)) return this.takeResults(responses);
    this.socket.close(1007, 'Request contains an invalid argument.');
  }

  close(): void {
    this.answer?.abort();
  }

  /** Messages are JSON in binary frames, like the real server's. */
  send(message: JsonObject): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(Buffer.from(JSON.stringify(message)));
  }

  private begin(setup: JsonObject): void {
    const model = textAt(setup, 'model') ?? '';
    if (!/^models\/\S+$/.test(model)) return this.socket.close(1008, `${model} is not found.`);
    if (functionsIn(setup).some((one) => geminiSchemaProblem(one) !== undefined))
      return this.socket.close(1007, 'Request contains an invalid argument.');
    this.setup = setup;
    const handle = textAt(setup['sessionResumption'], 'handle');
    const { handles, memories } = this.options;
    if (handle !== undefined && handles === 'refused') return this.socket.close(1008, 'Session not found.');
    this.history = memories.get(handle ?? '') ?? [];
    const detection = objectAt(objectAt(setup, 'realtimeInputConfig'), 'automaticActivityDetection');
    const silenceMs = detection['silenceDurationMs'];
    this.manual = detection['disabled'] === true;
    this.vad = new EnergyVad(INPUT_RATE_HZ, typeof silenceMs === 'number' ? silenceMs : 500);
    this.send({ setupComplete: {} });
    const newHandle = nanoid();
    memories.set(newHandle, this.history);
    if (handles !== 'none' && isObject(setup['sessionResumption'])) {
      this.send({ sessionResumptionUpdate: { newHandle, resumable: true } });
    }
  }

  private hear(samples: Int16Array): void {
    this.receivedAudioMs += (samples.length * 1000) / INPUT_RATE_HZ;
    if (this.manual && !this.activity) return;
    this.heard.push(samples);
    if (this.manual) return;
    for (const outcome of this.vad.hear(samples)) {
      if (outcome.kind === 'started') this.interrupt();
      else void this.takeTurn(concatenate(this.heard.splice(0)));
    }
  }

  /** A client message interrupts generation (`serverContent.interrupted`). */
  private takeText(text: string): void {
    this.interrupt();
    this.respond({ role: 'user', text }, text);
  }

  private beginActivity(): void {
    if (!this.manual || this.activity) return this.refuseActivity();
    this.activity = { text: undefined };
    this.interrupt();
  }

  private endActivity(): void {
    const activity = this.activity;
    if (!activity) return this.refuseActivity();
    this.activity = undefined;
    const heard = concatenate(this.heard.splice(0));
    if (activity.text === undefined) void this.takeTurn(heard);
    else this.respond({ role: 'user', text: activity.text }, activity.text);
  }

  private refuseActivity(): void {
    this.socket.close(1007, 'Explicit activity control is not supported when automatic detection is on.');
  }

  private interrupt(): void {
    const handling = textAt(objectAt(this.setup, 'realtimeInputConfig'), 'activityHandling');
    if (!this.answer || handling === 'NO_INTERRUPTION') return;
    this.answer.abort();
    this.answer = undefined;
    this.send({ serverContent: { interrupted: true } });
    this.send({ serverContent: { turnComplete: true } });
    if (this.calls.size > 0) this.send({ toolCallCancellation: { ids: [...this.calls] } });
    this.calls.clear();
  }

  private async takeTurn(samples: Int16Array): Promise<void> {
    const words = await this.options.ears(samples, INPUT_RATE_HZ);
    // An answer to speech before it, which began while this was heard.
    this.interrupt();
    this.send({ serverContent: { inputTranscription: { text: words } } });
    this.respond({ role: 'user', text: words }, '');
  }

  private takeResults(responses: readonly unknown[]): void {
    for (const response of responses) {
      const id = textAt(response, 'id') ?? '';
      if (!this.calls.delete(id)) return this.socket.close(1007, 'No such function call.');
      this.history.push({
        role: 'tool',
        output: textAt(objectAt(response, 'response'), 'output') ?? '',
      });
    }
    if (this.calls.size === 0) this.respond(undefined, '');
  }

  private respond(turn: BrainTurn | undefined, instructions: string): void {
    if (turn) this.history.push(turn);
    const { behaviour } = this.options;
    if (behaviour === 'hang') return;
    if (behaviour === 'flood') return void flood(this.socket);
    if (behaviour === 'nonsense') return talkNonsense(this.socket);
    // The protocol has no error message: the service closes the connection.
    if (behaviour === 'error') return this.socket.close(1011, 'Internal error encountered.');
    this.answer?.abort();
    const answer = new AbortController();
    this.answer = answer;
    // Earlier messages arrive, which a reset might prevent.
    void this.play(instructions, answer).catch(() => this.socket.close(1011));
  }

  private async play(instructions: string, answer: AbortController): Promise<void> {
    const names = functionsIn(this.setup).map((each) => textAt(each, 'name') ?? '');
    const given = [systemWords(this.setup), instructions].join('\n');
    const reply = this.options.brain({ instructions: given, history: this.history, tools: names });
    if (reply.kind === 'call') {
      const id = nanoid();
      this.calls.add(id);
      const args: unknown = JSON.parse(reply.arguments);
      return this.send({ toolCall: { functionCalls: [{ id, name: reply.name, args }] } });
    }
    if (reply.kind === 'raw') {
      this.answer = undefined;
      return reply.messages.forEach((message) => this.send(message));
    }
    await this.say(reply.text, answer.signal);
    if (answer.signal.aborted) return;
    this.history.push({ role: 'assistant', text: reply.text });
    this.answer = undefined;
    this.send({ serverContent: { turnComplete: true }, usageMetadata: USAGE });
  }

  /** Words and audio in chunks; the turn ends once the speech would have been heard. */
  private async say(text: string, signal: AbortSignal): Promise<void> {
    const audio = await synthesise(text, OUTPUT_RATE_HZ);
    const { behaviour, pace } = this.options;
    if (behaviour === 'slow') await delay(SLOW_MS);
    const drips = behaviour === 'drip';
    const chunkSamples = (OUTPUT_RATE_HZ * (drips ? DRIP_CHUNK_MS : CHUNK_MS)) / 1000;
    const chunks = Math.ceil(audio.length / chunkSamples);
    const words = text.split(/(?<= )/);
    const wordsPerChunk = Math.ceil((words.length / chunks) * 2);
    const beganAtMs = performance.now();
    for (let chunk = 0; chunk < chunks && !signal.aborted; chunk++) {
      const samples = audio.subarray(chunk * chunkSamples, (chunk + 1) * chunkSamples);
      const inlineData = {
        mimeType: `audio/pcm;rate=${OUTPUT_RATE_HZ}`,
        data: toBytes(samples).toString('base64'),
      };
      this.send({ serverContent: { modelTurn: { role: 'model', parts: [{ inlineData }] } } });
      const spoken = words.splice(0, wordsPerChunk).join('');
      if (spoken !== '') this.send({ serverContent: { outputTranscription: { text: spoken } } });
      if (behaviour === 'chatty') this.send({ usageMetadata: { totalTokenCount: chunk } });
      if (behaviour === 'drop' && chunk === 3) return this.socket.terminate();
      await delay(drips ? DRIP_INTERVAL_MS : CHUNK_MS / pace, signal);
    }
    if (signal.aborted) return;
    this.send({ serverContent: { generationComplete: true } });
    const lengthMs = (audio.length * 1000) / OUTPUT_RATE_HZ;
    const leftMs = Math.max(0, lengthMs - (performance.now() - beganAtMs));
    await delay(leftMs, signal);
  }
}

/** The text of `systemInstruction`. */
function systemWords(setup: JsonObject | undefined): string {
  const parts = objectAt(setup, 'systemInstruction')['parts'];
  return Array.isArray(parts) ? parts.map((part) => textAt(part, 'text') ?? '').join('\n') : '';
}

function functionsIn(setup: JsonObject | undefined): readonly JsonObject[] {
  const tools = setup?.['tools'];
  const declared: unknown = Array.isArray(tools) ? tools[0] : undefined;
  const functions = isObject(declared) ? declared['functionDeclarations'] : undefined;
  return Array.isArray(functions) ? functions.filter(isObject) : [];
}
