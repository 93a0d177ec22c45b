interface Told {
  readonly number: number;
  readonly kind: string;
  readonly text?: string;
  readonly reason?: string;
  readonly speaker?: string;
  readonly final?: boolean;
}

/** Follows a call's live events like the studio does. */
export class EventReader {
  readonly told: Told[] = [];
  isOver = false;
  private readonly stop = new AbortController();

  /** @returns The status on refusal. */
  static async open(baseUrl: string, sessionId: string, token: string): Promise<EventReader | number> {
    const reader = new EventReader();
    const answer = await fetch(`${baseUrl}/api/v1/studio/sessions/${sessionId}/events`, {
      headers: { Authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: reader.stop.signal,
    });
    if (!answer.ok || !answer.body) return answer.status;
    void reader.read(answer.body).catch(() => undefined);
    return reader;
  }

  words(): string[] {
    return this.told.flatMap(({ text, final }) => (final && text !== undefined ? [text] : []));
  }

  leave(): void {
    this.stop.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let pending = '';
    for await (const piece of body) {
      const blocks = (pending + decoder.decode(piece, { stream: true })).split('\n\n');
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, number, data = ''] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
        if (number) this.told.push({ ...(JSON.parse(data) as Told), number: Number(number) });
      }
    }
    this.isOver = true;
  }
}
