import { WebSocket } from 'ws';

/** A flooding stand-in's limit, since test load is bounded. */
const MAX_FLOOD_MESSAGES = 5_000;
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** An answer with endless audio, one second per message. */
export async function flood(socket: WebSocket): Promise<void> {
  const data = Buffer.alloc(48_000, 7).toString('base64');
  const parts = [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }];
  const message = JSON.stringify({ serverContent: { modelTurn: { parts } } });
  for (let sent = 0; sent < MAX_FLOOD_MESSAGES && socket.readyState === WebSocket.OPEN; sent++) {
    socket.send(message);
    if (socket.bufferedAmount > MAX_WAITING_BYTES) await new Promise((resolve) => setTimeout(resolve, 5));
    if (sent % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Invalid messages: not JSON, wrong shapes, binary. */
export function talkNonsense(socket: WebSocket): void {
  const nonsense: (string | Buffer)[] = [
    'once upon a time',
    '[]',
    'null',
    Buffer.from([0, 1, 2, 3, 255]),
    '{"serverContent": "gone"}',
    '{"serverContent": {"modelTurn": {"parts": [{"inlineData": {"data": 42}}]}}}',
    '{"toolCall": {"functionCalls": [{"name": 7}]}}',
    '['.repeat(2_000),
  ];
  for (let round = 0; round < 20; round++) {
    for (const message of nonsense) socket.send(message);
  }
}
