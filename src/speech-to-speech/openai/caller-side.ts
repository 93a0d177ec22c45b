import type { AgentContext } from '../../voice/agent-adapter.js';
import {
  OwnTurns,
  sayExactly,
  ServerTurns,
  type CallerTurnTimes,
  type ConversationHistory,
  type Dialogue,
  type TurnKeeper,
} from '../dialogue/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import { REALTIME_RATE_HZ, type ServerTurnDetection } from './protocol/client-events.js';
import type { RealtimeLink } from './realtime-protocol.js';
import { RealtimeTurns } from './realtime-turns.js';
import type { ResponseSlot } from './response-slot.js';

export interface CallerSideOptions {
  readonly context: AgentContext;
  readonly history: ConversationHistory;
  /** Present where Earshot finds out about turns. */
  readonly detector: VoiceActivityDetector | undefined;
  /** How the server does, elsewhere. */
  readonly turnDetection: ServerTurnDetection | undefined;
  readonly link: () => RealtimeLink | undefined;
  readonly dialogue: () => Dialogue;
}

/** The caller's side of a Realtime conversation: its turns, whoever finds out about them, and its words. */
export class CallerSide {
  readonly turns: TurnKeeper;
  readonly #options: CallerSideOptions;
  /** Present where the server finds out about turns. */
  readonly #serverTurns: ServerTurns | undefined;
  /** Present where Earshot does. */
  readonly #ownTurns: RealtimeTurns | undefined;
  /** The caller's latest turn, and the item that it became. */
  #latestTurn: { readonly times: CallerTurnTimes; itemId: string | undefined } | undefined;

  constructor(options: CallerSideOptions) {
    this.#options = options;
    const { context, detector, dialogue, link } = options;
    const settings = context.agent.turnTaking ?? {};
    const hangUp = () => context.emit({ kind: 'hang-up', reason: 'silence' });
    if (detector) {
      const carrier = new RealtimeTurns(link, (times) => this.#remember(times));
      this.#ownTurns = carrier;
      const sampleRateHz = REALTIME_RATE_HZ;
      this.turns = new OwnTurns({ settings, detector, sampleRateHz, carrier, dialogue, hangUp });
    } else {
      this.#serverTurns = new ServerTurns({
        settings,
        send: (samples) => link()?.sendAudio(samples),
        prompt: (text) => dialogue().ask('prompt', sayExactly(text)),
        hangUp,
      });
      this.turns = this.#serverTurns;
    }
  }

  /** Where Earshot decides when the agent answers. */
  get responses(): ResponseSlot | undefined {
    return this.#ownTurns?.responses;
  }

  /** The server heard the caller begin to speak. */
  begins(): void {
    if (!this.#serverTurns) return;
    this.#serverTurns.callerBegan();
    const dialogue = this.#options.dialogue();
    dialogue.calls.callerSpoke();
    if (this.#options.context.agent.turnTaking?.interruptions !== false) dialogue.interrupt();
  }

  /** The server took the caller's turn to be over, and answers it. */
  ends(): void {
    if (!this.#serverTurns) return;
    this.#serverTurns.callerEnded();
    const nowMs = performance.now();
    const silenceMs = this.#options.turnDetection?.silenceMs ?? 0;
    const times = { endedAtMs: nowMs - silenceMs, takenAtMs: nowMs };
    this.#remember(times);
    const dialogue = this.#options.dialogue();
    dialogue.callerTurn = times;
    dialogue.awaitReply();
  }

  /** The server made an item of the caller's turn. */
  itemCreated(itemId: string): void {
    if (this.#latestTurn) this.#latestTurn.itemId ??= itemId;
    this.#ownTurns?.itemCreated(itemId);
    this.#options.history.begin(itemId, 'user');
  }

  /** The server knows the words of an item. */
  wordsKnown(itemId: string, text: string): void {
    this.#options.history.write(itemId, text);
    this.#options.dialogue().transcripts.finish(itemId, text);
    const turn = this.#latestTurn;
    if (turn?.itemId === itemId) turn.times.transcriptAtMs = performance.now();
    this.#ownTurns?.wordsKnown(itemId, text);
  }

  #remember(times: CallerTurnTimes): void {
    this.#latestTurn = { times, itemId: undefined };
  }
}
