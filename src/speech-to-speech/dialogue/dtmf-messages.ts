import { contextForModel, type KeyInput, keysForModel } from '../../voice/keys/index.js';
import { withInstructions } from '../../voice/supervisor-instructions.js';
import type { Protocol, ReconnectingLink } from '../connection/index.js';
import type { ConversationHistory } from './conversation-history.js';
import type { Dialogue } from './dialogue.js';

export interface DtmfMessagesOptions {
  /** Absent for channels without DTMF. */
  readonly input: KeyInput | undefined;
  readonly protocol: Protocol;
  readonly link: ReconnectingLink;
  readonly history: ConversationHistory;
  readonly dialogue: Dialogue;
}

/** DTMF and written text, sent to an audio model as messages of the caller. */
export class DtmfMessages {
  constructor(private readonly options: DtmfMessagesOptions) {
    options.input?.listen({
      // A server that leads answers any text, so it gets no context.
      ...(!options.protocol.serverLeads && {
        learned: (text) => this.add('user', contextForModel(text)),
        instructed: (text) => this.add('system', withInstructions('', [text])),
      }),
      began: (collected) => this.began(collected),
      entered: (keys) => this.entered(keysForModel(keys)),
      wrote: (text) => this.entered(text),
    });
  }

  private began(collected: boolean): void {
    const { dialogue, link } = this.options;
    if (dialogue.over) return;
    if (collected) return dialogue.answers.hush();
    const isAnswering = () => dialogue.answers.underWay || dialogue.replies.waiting;
    const wasAnswering = isAnswering();
    dialogue.turns.keysBegan();
    if (wasAnswering && !isAnswering()) link.session?.cancelAnswer();
  }

  /** Adds what needs no answer of its own. */
  private add(role: 'system' | 'user', text: string): void {
    const { dialogue, history, link } = this.options;
    if (dialogue.over) return;
    const item = { kind: 'message', role, text } as const;
    history.addContext(item);
    link.session?.addItem(item);
  }

  private entered(text: string): void {
    const { dialogue, history, link, protocol } = this.options;
    if (dialogue.over) return;
    const item = { kind: 'message', role: 'user', text } as const;
    dialogue.callerSpoke();
    dialogue.calls.callerSaid(text);
    history.add(item);
    const isDue = dialogue.turns.keysEntered();
    // A server that leads answers any text.
    if (protocol.serverLeads) return dialogue.ask('reply', text);
    link.session?.addItem(item);
    if (isDue) dialogue.ask('reply');
  }
}
