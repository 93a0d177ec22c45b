/** Reads the `data` of server-sent events from a response body (HTML standard, section 9.2.6). */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pending += decoder.decode(value, { stream: true });
      const blocks = pending.split('\n\n');
      pending = blocks.pop() ?? '';
      yield* blocks.map(dataOf).filter((data) => data !== '');
    }
  } finally {
    // If the consumer stops early, the connection must be closed.
    void reader.cancel().catch(() => undefined);
  }
}

/** A block with only comments (a heartbeat) has no data. */
function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
}
