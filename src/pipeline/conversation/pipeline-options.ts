import type { AgentContext } from '../../voice/agent-adapter.js';
import type { NoiseOptions, VoiceActivityDetector } from '../../voice/caller/index.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { TurnTakingParameters } from '../../voice/turns/index.js';
import type { LanguageModel, SpeechToText, StageChain, TextToSpeech } from '../stages/index.js';
import type { AgentTools } from './reply-writer.js';

/** What a conversation of the pipeline is made of. */
export interface PipelineOptions {
  readonly context: AgentContext;
  readonly detector: VoiceActivityDetector;
  readonly stt: StageChain<SpeechToText>;
  readonly llm: StageChain<LanguageModel>;
  readonly tts: StageChain<TextToSpeech>;
  readonly tools: AgentTools;
  readonly turnTaking: TurnTakingParameters;
  /** What is done about noise around the caller. */
  readonly noise: NoiseOptions;
  /** How long a stage may keep the caller waiting for the next piece of what is due. */
  readonly replyTimeoutMs: number;
  /** Silence of the caller after which its turn may be understood in advance, in milliseconds; 0: never. */
  readonly anticipateAfterMs: number;
  /** How likely English words are complete, 0 to 1; absent where nobody tells. @throws AgentFault */
  readonly completeness?: ((text: string) => Promise<number>) | undefined;
  /** How often it is after that silence; later on only after a longer one, or where much more was said. */
  readonly anticipateTimes: number;
  /** Whether also where, in noise, it only seems to fall silent: worth it where understanding takes time. */
  readonly anticipatesFading: boolean;
  readonly outputRateHz: number;
  /** Turns in a row that can't be understood, or answers that can't be given, after which the call ends. */
  readonly maxFaultsInARow: number;
  /** Faults that do not count for that: the call goes on however many there are. */
  readonly borneFaults: ReadonlySet<FaultCode>;
  /** Monotonic milliseconds, as the caller's frames have them. */
  readonly nowMs: () => number;
}
