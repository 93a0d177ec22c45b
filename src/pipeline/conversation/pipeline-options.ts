import type { AgentContext } from '../../voice/agent-adapter.js';
import type { NoiseOptions, VoiceActivityDetector } from '../../voice/caller/index.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { TurnTakingParameters } from '../../voice/turns/index.js';
import type { LanguageModel, SpeechToText, StageChain, TextToSpeech } from '../stages/index.js';
import type { AgentTools } from './reply-writer.js';

export interface PipelineOptions {
  readonly context: AgentContext;
  readonly detector: VoiceActivityDetector;
  readonly stt: StageChain<SpeechToText>;
  readonly llm: StageChain<LanguageModel>;
  readonly tts: StageChain<TextToSpeech>;
  readonly tools: AgentTools;
  readonly turnTaking: TurnTakingParameters;
  /** How noise around the caller is handled. */
  readonly noise: NoiseOptions;
  /** How long a stage may take to deliver the next piece that is due. */
  readonly replyTimeoutMs: number;
  /** Its sentences are written by a model and not by the document. */
  readonly checksClaims: boolean;
  /** Silence after which the caller's turn may be recognized in advance, in milliseconds; 0: never. */
  readonly anticipateAfterMs: number;
  /** Rates how likely English words are complete, 0 to 1; absent without such a model. @throws AgentFault */
  readonly completeness?: ((text: string) => Promise<number>) | undefined;
  /**
   * How many times a turn is recognized after that silence. Further times need a longer silence or much more speech.
   */
  readonly anticipateTimes: number;
  /** Also when noise only makes the caller seem silent: pays off if recognition is slow. */
  readonly anticipatesFading: boolean;
  readonly outputRateHz: number;
  /** Consecutive faults (unrecognized turns, failed answers) that end the call. */
  readonly maxFaultsInARow: number;
  /** Faults that do not count towards that limit; the call survives any number of them. */
  readonly borneFaults: ReadonlySet<FaultCode>;
  /** Monotonic milliseconds, on the clock of the caller's frames. */
  readonly nowMs: () => number;
}
