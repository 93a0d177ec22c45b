/** Something that is made when it is first asked for. After a failure the next one who asks has it tried again. */
export class Lazy<T> {
  private making: Promise<T> | undefined;
  private value: T | undefined;

  constructor(private readonly make: () => Promise<T>) {}

  /** What was made; undefined as long as nobody has asked for it, or it is not done. */
  get made(): T | undefined {
    return this.value;
  }

  async get(): Promise<T> {
    this.making ??= this.make();
    try {
      return (this.value = await this.making);
    } catch (error) {
      this.making = undefined;
      throw error;
    }
  }
}
