/** A lazily loaded model. A failed load is retried on the next use. */
export class Loaded<M> {
  private model: Promise<M> | undefined;

  constructor(private readonly load: () => Promise<M>) {}

  get(): Promise<M> {
    const model = (this.model ??= this.load());
    model.catch(() => (this.model = undefined));
    return model;
  }
}
