/**
 * Items of answers that the caller has heard nothing of; they are deleted from the model's history when the answer is
 * cancelled.
 */
export class UnheardItems {
  private readonly responseIds = new Map<string, string>();

  begun(responseId: string, itemId: string): void {
    this.responseIds.set(itemId, responseId);
  }

  heard(itemId: string): void {
    this.responseIds.delete(itemId);
  }

  /** Removes and returns the unheard items of an answer. */
  take(responseId: string): string[] {
    const itemIds = [...this.responseIds].filter(([, id]) => id === responseId).map(([itemId]) => itemId);
    for (const itemId of itemIds) this.responseIds.delete(itemId);
    return itemIds;
  }
}
