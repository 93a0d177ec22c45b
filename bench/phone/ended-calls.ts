import type { DemoAccess } from '../support/service.js';

interface Page {
  readonly conversations: readonly { readonly id: string; readonly endReason: string | null }[];
  readonly nextCursor?: string;
}

const PAGE = '200';

/** Ended calls and their reasons, from their records. */
export class EndedCalls {
  private readonly seen = new Set<string>();

  constructor(private readonly access: DemoAccess) {}

  /** @returns Those since the last time, by reason: `caller-silent × 3`; `0` where none has. */
  async sinceLast(): Promise<string> {
    const counts = new Map<string, number>();
    let cursor: string | undefined;
    do {
      const page: Page = await this.page(cursor);
      for (const { id, endReason } of page.conversations) {
        if (this.seen.has(id)) continue;
        this.seen.add(id);
        const reason = endReason ?? 'without a reason';
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return [...counts].map(([reason, count]) => `${reason} × ${count}`).join(', ') || '0';
  }

  private async page(cursor?: string): Promise<Page> {
    const { baseUrl, apiKey } = this.access;
    const query = new URLSearchParams({ running: 'false', limit: PAGE, ...(cursor && { cursor }) });
    const headers = { 'x-api-key': apiKey };
    const response = await fetch(`${baseUrl}/v1/conversations?${query}`, { headers });
    if (!response.ok) throw new Error(`the list of conversations was answered ${response.status}`);
    return (await response.json()) as Page;
  }
}
