import type { AgentTool } from '../agent-document/index.js';

type FillerChoice = NonNullable<AgentTool['filler']>;

/** What an agent says while a tool keeps the caller waiting: the sentences of the document, one after the other. */
export class Filler {
  private readonly choices: ReadonlyMap<string, FillerChoice>;
  private readonly used = new Map<string, number>();

  /** @param fill Puts the values of the call into a sentence. */
  constructor(
    tools: readonly Pick<AgentTool, 'name' | 'filler'>[],
    private readonly fill: (text: string) => string,
  ) {
    this.choices = new Map(tools.flatMap(({ name, filler }) => (filler ? [[name, filler] as const] : [])));
  }

  /**
   * Says the sentence of the first of these tools whose patience is over, once.
   * @returns Ends the watch; idempotent.
   */
  watch(names: readonly string[], say: (text: string) => void): () => void {
    const choices = names.flatMap((name) => {
      const choice = this.choices.get(name);
      return choice ? [{ name, choice }] : [];
    });
    const [first] = choices.sort((one, other) => one.choice.afterMs - other.choice.afterMs);
    if (!first) return () => undefined;
    const timer = setTimeout(() => say(this.next(first.name, first.choice)), first.choice.afterMs);
    return () => clearTimeout(timer);
  }

  /** The sentences of a tool as a model may be told them, where it is the only one who can say them. */
  sentencesOf(name: string): readonly string[] {
    return (this.choices.get(name)?.say ?? []).map(this.fill);
  }

  private next(name: string, { say }: FillerChoice): string {
    const count = this.used.get(name) ?? 0;
    this.used.set(name, count + 1);
    return this.fill(say[count % say.length] ?? '');
  }
}
