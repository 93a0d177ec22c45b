import type { TextContext, TextConversation, TextReply } from '../../voice/text-conversation.js';
import { wordsOf } from '../../engines/built-in/index.js';
import { StarterBrain } from './starter-brain.js';

/** The starter agent given words instead of sound: what it says to them is decided by the same brain. It has no tools. */
export class StarterTextConversation implements TextConversation {
  readonly opening: TextReply;
  readonly #brain: StarterBrain;

  constructor({ agent }: TextContext) {
    this.#brain = new StarterBrain(agent);
    this.opening = replyOf(agent.greeting ?? '', false);
  }

  say(text: string): Promise<TextReply> {
    const reply = this.#brain.reply({ words: wordsOf(text), otherSpeechMs: 0 });
    return Promise.resolve(replyOf(reply.text, reply.endsCall));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const replyOf = (text: string, ended: boolean): TextReply => ({
  replies: text === '' ? [] : [text],
  toolCalls: [],
  ended,
});
