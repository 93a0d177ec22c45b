/** Items of answers that the caller has heard nothing of: the model should forget them with a cancelled answer. */
export class UnheardItems {
  private readonly responseIds = new Map<string, string>();

  begun(responseId: string, itemId: string): void {
    this.responseIds.set(itemId, responseId);
  }

  heard(itemId: string): void {
    this.responseIds.delete(itemId);
  }

  /** The items of an answer that nobody has heard; they are forgotten here. */
  take(responseId: string): string[] {
    const itemIds = [...this.responseIds].filter(([, id]) => id === responseId).map(([itemId]) => itemId);
    for (const itemId of itemIds) this.responseIds.delete(itemId);
    return itemIds;
  }
}
