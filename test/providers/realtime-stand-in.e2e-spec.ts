import { WebSocket } from 'ws';

import { toBytes } from '../stand-ins/audio/pcm.js';
import { RealtimeStandIn, scriptedEars } from '../stand-ins/index.js';
import { isObject, objectAt, textAt, type JsonObject } from '../stand-ins/json.js';

let standIn: RealtimeStandIn;
let socket: WebSocket;
let events: JsonObject[];
let changed: () => void;

beforeEach(async () => {
  standIn = await RealtimeStandIn.start({ ears: scriptedEars('hello'), pace: 2 });
  socket = new WebSocket(standIn.url);
  events = [];
  socket.on('message', (data: Buffer) => {
    const event: unknown = JSON.parse(data.toString());
    if (isObject(event)) events.push(event);
    changed?.();
  });
  await sent('session.created');
  const input = { turn_detection: null, transcription: { model: 'stand-in' } };
  send({ type: 'session.update', session: { type: 'realtime', audio: { input } } });
  await sent('session.updated');
});

afterEach(async () => {
  socket.terminate();
  await standIn.close();
});

const send = (event: JsonObject) => socket.send(JSON.stringify(event));
const types = () => events.map((event) => event['type']);
const codes = () => events.map((event) => textAt(event['error'], 'code')).filter(Boolean);

function append(lengthMs: number): void {
  const audio = toBytes(new Int16Array(24 * lengthMs).fill(3_000)).toString('base64');
  send({ type: 'input_audio_buffer.append', audio });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise<void>((resolve) => (changed = resolve));
}

async function sent(type: string): Promise<void> {
  await until(() => types().includes(type));
}

describe('Realtime server stand-in with turn detection off', () => {
  it('turns a commit into an item, transcribes it and responds only on request', async () => {
    append(400);
    send({ type: 'input_audio_buffer.commit' });
    await sent('conversation.item.input_audio_transcription.completed');
    const committed = events.find((event) => event['type'] === 'input_audio_buffer.committed');
    const added = events.find((event) => event['type'] === 'conversation.item.added');
    expect(objectAt(added, 'item')['id']).toBe(committed?.['item_id']);
    expect(types()).not.toContain('input_audio_buffer.speech_started');
    expect(types()).not.toContain('response.created');
    send({ type: 'response.create' });
    await sent('response.done');
  });

  it('rejects a commit below 100 ms and keeps it for the next', async () => {
    append(60);
    send({ type: 'input_audio_buffer.commit' });
    await sent('error');
    expect(codes()).toEqual(['input_audio_buffer_commit_empty']);
    append(60);
    send({ type: 'input_audio_buffer.commit' });
    await sent('input_audio_buffer.committed');
  });

  it('drops cleared audio', async () => {
    append(400);
    send({ type: 'input_audio_buffer.clear' });
    await sent('input_audio_buffer.cleared');
    send({ type: 'input_audio_buffer.commit' });
    await sent('error');
    expect(codes()).toEqual(['input_audio_buffer_commit_empty']);
  });

  it('rejects a cancel without a response, and a second concurrent response', async () => {
    send({ type: 'response.cancel' });
    await sent('error');
    expect(codes()).toEqual(['response_cancel_not_active']);
    send({ type: 'response.create' });
    await sent('response.output_audio.delta');
    send({ type: 'response.create' });
    await until(() => codes().length === 2);
    expect(codes()[1]).toBe('conversation_already_has_active_response');
    send({ type: 'response.cancel' });
    await sent('response.done');
    const done = events.find((event) => event['type'] === 'response.done');
    expect(objectAt(done, 'response')['status']).toBe('cancelled');
  });

  it('deletes an item once', async () => {
    append(400);
    send({ type: 'input_audio_buffer.commit' });
    await sent('input_audio_buffer.committed');
    const [item] = standIn.sessions[0]!.items;
    send({ type: 'conversation.item.delete', item_id: item!.id });
    await sent('conversation.item.deleted');
    send({ type: 'conversation.item.delete', item_id: item!.id });
    await sent('error');
    expect(codes()).toEqual(['item_delete_invalid_item_id']);
  });
});
