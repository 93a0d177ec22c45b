/** A model that is loaded when it is asked for, and again after that failed. */
export class Loaded<M> {
  private model: Promise<M> | undefined;

  constructor(private readonly load: () => Promise<M>) {}

  get(): Promise<M> {
    const model = (this.model ??= this.load());
    model.catch(() => (this.model = undefined));
    return model;
  }
}
