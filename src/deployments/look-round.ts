interface Page {
  readonly where: { readonly id: { readonly gt: string } };
  readonly orderBy: { readonly id: 'asc' };
  readonly take: number;
}

/**
 * Reads open rows page by page, one page per look, so that each row's turn comes, whichever account has how many.
 * Usually one page has all of them.
 */
export class LookRound {
  private after = '';

  constructor(private readonly perLook: number) {}

  /** The rows of this look. */
  async next<Row extends { readonly id: string }>(read: (page: Page) => Promise<Row[]>): Promise<Row[]> {
    const rows = await read({
      where: { id: { gt: this.after } },
      orderBy: { id: 'asc' },
      take: this.perLook,
    });
    const last = rows.length < this.perLook ? undefined : rows.at(-1);
    this.after = last?.id ?? '';
    return rows;
  }
}
