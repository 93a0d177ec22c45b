import { WebSocket } from 'ws';

import type { JsonObject } from '../json.js';
import { eventNames, type RealtimeDialect } from './dialect.js';
import { OUTPUT_RATE_HZ } from './realtime-limits.js';

/** Messages in flight of a flooding stand-in, since test load is bounded. */
const MAX_FLOOD_MESSAGES = 5_000;
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

interface AnsweringHost {
  readonly dialect: RealtimeDialect;
  newId(prefix: string): string;
  send(type: string, fields: JsonObject): void;
}

/** An answer with endless audio, one second per message. */
export async function flood(socket: WebSocket, host: AnsweringHost): Promise<void> {
  const place = {
    response_id: host.newId('resp'),
    item_id: host.newId('item'),
    output_index: 0,
    content_index: 0,
  };
  const delta = Buffer.alloc(OUTPUT_RATE_HZ * 2, 7).toString('base64');
  const response = { id: place.response_id, object: 'realtime.response', status: 'in_progress', output: [] };
  host.send('response.created', { response });
  for (let sent = 0; sent < MAX_FLOOD_MESSAGES && socket.readyState === WebSocket.OPEN; sent++) {
    host.send(eventNames[host.dialect].audioDelta, { ...place, delta });
    if (socket.bufferedAmount > MAX_WAITING_BYTES) await new Promise((resolve) => setTimeout(resolve, 5));
    if (sent % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Invalid messages: not JSON, wrong shapes, binary. */
export function talkNonsense(socket: WebSocket): void {
  const nonsense: (string | Buffer)[] = [
    '{"type": "response.audio.delta", "delta": 42}',
    '{"type": "response.output_audio.delta", "delta": {"audio": []}, "response_id": 7}',
    'once upon a time',
    '[]',
    'null',
    '{"type": null}',
    Buffer.from([0, 1, 2, 3, 255]),
    '{"type": "response.done", "response": "gone"}',
    '{"type": "error"}',
    '['.repeat(2_000),
  ];
  for (let round = 0; round < 20; round++) {
    for (const message of nonsense) socket.send(message);
  }
}

/** A possible future message, which clients must tolerate. */
export function chatter(socket: WebSocket): void {
  socket.send(JSON.stringify({ type: 'rate_limits.updated', event_id: 'event_chatter', rate_limits: [] }));
  socket.send(JSON.stringify({ type: 'response.mood.delta', event_id: 'event_chatter', mood: { joy: 0.7 } }));
}

/** An answer the server reports as failed. */
export function failAnswer(host: AnsweringHost, responseId: string): void {
  const base = { id: responseId, object: 'realtime.response', output: [] };
  host.send('response.created', { response: { ...base, status: 'in_progress' } });
  const error = { type: 'server_error', code: 'server_error', message: 'The server had an error.' };
  const status_details = { type: 'failed', error };
  host.send('response.done', { response: { ...base, status: 'failed', status_details } });
}
