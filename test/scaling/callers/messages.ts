/** What a caller experienced, with times of the machine-wide clock in ms. */
export type Happening =
  | { readonly kind: 'begun'; readonly sessionId: string }
  /** The call was interrupted and resumed on another instance. */
  | { readonly kind: 'cut-off' | 'carried-on' }
  | { readonly kind: 'asked'; readonly text: string }
  /** Final words of the agent. */
  | { readonly kind: 'said'; readonly text: string; readonly interrupted: boolean }
  /** The agent answered what the word was, for the first time since the call was carried on. */
  | { readonly kind: 'recalled' }
  | { readonly kind: 'wrong'; readonly what: string }
  /** @see LifeOfCaller.round */
  | { readonly kind: 'booked'; readonly item: string; readonly confirmed: boolean }
  /** The agent was heard over the caller's connection of this number (from 0), without a longer pause. */
  | { readonly kind: 'sound'; readonly connection: number; readonly fromMs: number; readonly toMs: number }
  /** How a connection of the caller is, by this number: `answered`, `connected`, `failed`, … */
  | { readonly kind: 'connection'; readonly connection: number; readonly state: string }
  /** An error that the server sent, of which the SDK makes the best. */
  | { readonly kind: 'refused'; readonly what: string }
  /** A problem that the SDK told of. */
  | { readonly kind: 'problem'; readonly code: string }
  | { readonly kind: 'ended'; readonly why: string }
  /** It talks no more, for this reason. */
  | { readonly kind: 'gave-up'; readonly why: string };

export type Tell = (happening: Happening) => void;

/** Where and as whom callers call. */
export interface CallTarget {
  readonly signalingUrl: string;
  readonly authToken: string;
}

export type CallersRequest =
  | {
      readonly kind: 'call';
      readonly target: CallTarget;
      readonly names: readonly string[];
      /** Between what a caller has heard and what it asks for next. */
      readonly thinksMs: number;
    }
  /** Finish what you are at. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'hang-up' };

export type CallersReport =
  /** All of them talk; none does any more; all have hung up. */
  | { readonly kind: 'talking' | 'finished' | 'gone' }
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'happened';
      readonly name: string;
      readonly atMs: number;
      readonly happening: Happening;
    };
