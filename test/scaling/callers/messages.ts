/** What a caller experienced, with times of the machine-wide clock in ms. */
export type Happening =
  | { readonly kind: 'begun'; readonly sessionId: string }
  /** The call was interrupted and resumed on another instance. */
  | { readonly kind: 'cut-off' | 'carried-on' }
  | { readonly kind: 'asked'; readonly text: string }
  /** Final words of the agent. */
  | { readonly kind: 'said'; readonly text: string; readonly interrupted: boolean }
  /** The agent repeated the word for the first time since the takeover. */
  | { readonly kind: 'recalled' }
  | { readonly kind: 'wrong'; readonly what: string }
  /** @see LifeOfCaller.round */
  | { readonly kind: 'booked'; readonly item: string; readonly confirmed: boolean }
  /** The agent was audible on the caller's connection of this number (from 0) without a long pause. */
  | { readonly kind: 'sound'; readonly connection: number; readonly fromMs: number; readonly toMs: number }
  /** State of the caller's connection of this number: `answered`, `connected`, `failed`, … */
  | { readonly kind: 'connection'; readonly connection: number; readonly state: string }
  /** An error sent by the server, which the SDK handles. */
  | { readonly kind: 'refused'; readonly what: string }
  /** A problem reported by the SDK. */
  | { readonly kind: 'problem'; readonly code: string }
  | { readonly kind: 'ended'; readonly why: string }
  /** It stopped talking for this reason. */
  | { readonly kind: 'gave-up'; readonly why: string };

export type Tell = (happening: Happening) => void;

/** The callers' target and credentials. */
export interface CallTarget {
  readonly signalingUrl: string;
  readonly authToken: string;
}

export type CallersRequest =
  | {
      readonly kind: 'call';
      readonly target: CallTarget;
      readonly names: readonly string[];
      /** Delay between a reply and the caller's next request. */
      readonly thinksMs: number;
    }
  /** Finish the current round. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'hang-up' };

export type CallersReport =
  /** All talk; none talks any more; all have hung up. */
  | { readonly kind: 'talking' | 'finished' | 'gone' }
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'happened';
      readonly name: string;
      readonly atMs: number;
      readonly happening: Happening;
    };
