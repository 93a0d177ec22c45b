import type { CallEnd, CallState, EarshotCall } from '../../../client/src/index.js';
import { describeEnd, describeState } from './call-words.js';
import { type CallChoice, type LiveCall, prepareCall } from './live-call.js';
import type { FormSoFar, LiveEvent } from './live-events.js';
import { type Entry, withEvent } from './timeline.js';

export interface CallView {
  readonly state: CallState;
  /** The state in words. */
  readonly words: string;
  readonly timeline: readonly Entry[];
  /** The agent's state while the call is connected: `listening`, `thinking` or `speaking`. */
  readonly activity: string;
  readonly form: FormSoFar | undefined;
  readonly problem: unknown;
  readonly isMuted: boolean;
  readonly connectedAtMs: number | undefined;
  readonly call: EarshotCall | undefined;
  readonly own: MediaStream | undefined;
  readonly agent: MediaStream | undefined;
}

const IDLE: CallView = {
  state: 'idle',
  words: describeState('idle', ''),
  timeline: [],
  activity: '',
  form: undefined,
  problem: undefined,
  isMuted: false,
  connectedAtMs: undefined,
  call: undefined,
  own: undefined,
  agent: undefined,
};

/** The page's call: one at a time, with all its events. */
export class StudioCall {
  private readonly listeners = new Set<() => void>();
  private view = IDLE;
  private live: LiveCall | undefined;
  private isBusy = false;
  private serverReason = '';
  private lastEnd: CallEnd | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): CallView => this.view;

  /** Calls, or hangs up. @param prepare Awaited before the call is made. */
  toggle(choice: CallChoice, prepare: () => Promise<void>): void {
    if (this.live) return this.hangUp();
    if (this.isBusy) return;
    this.isBusy = true;
    this.show({ ...IDLE, state: 'starting', words: 'Getting ready…' });
    this.start(choice, prepare)
      .catch((problem: unknown) => this.show({ ...IDLE, problem }))
      .finally(() => (this.isBusy = false));
  }

  hangUp(): void {
    this.live?.call.hangUp();
  }

  toggleMute(): void {
    const { call } = this.live ?? {};
    if (!call) return;
    call.mute(!call.muted);
    this.show({ isMuted: call.muted });
  }

  private async start(choice: CallChoice, prepare: () => Promise<void>): Promise<void> {
    this.serverReason = '';
    this.lastEnd = undefined;
    await prepare();
    this.live = await prepareCall(choice, { onEvent: (event) => this.onEvent(event) });
    const { call } = this.live;
    this.watch(call);
    this.show({ call });
    // Failures are also reported by the `error` event, which shows them.
    await call.start().catch(() => undefined);
  }

  private watch(call: EarshotCall): void {
    call.on('state', (state) => {
      if (state === 'ended') return;
      this.show({ state, words: describeState(state, this.view.activity) });
      if (state === 'connecting') this.show({ own: call.microphoneStream });
      if (state === 'connected' && this.view.connectedAtMs === undefined)
        this.show({ connectedAtMs: performance.now() });
    });
    call.on('remote-track', ({ stream }) => this.show({ agent: stream }));
    call.on('error', (problem) => this.show({ problem }));
    call.on('ended', (end) => this.onEnded(end));
  }

  private onEvent(event: LiveEvent): void {
    if (event.kind === 'ended') {
      this.serverReason = event.reason;
      // The reason may arrive after the end itself.
      if (this.lastEnd) this.show({ words: describeEnd(this.lastEnd, event.reason) });
      return;
    }
    if (event.kind === 'state') {
      const isConnected = this.live?.call.state === 'connected';
      const words = isConnected ? describeState('connected', event.state) : this.view.words;
      return this.show({ activity: event.state, words });
    }
    if (event.kind === 'form') return this.show({ form: withEarlier(this.view.form, event.form) });
    this.show({ timeline: withEvent(this.view.timeline, event) });
  }

  private onEnded(end: CallEnd): void {
    this.live = undefined;
    this.lastEnd = end;
    const { form } = this.view;
    this.show({
      form: form?.outcome === 'open' ? { ...form, outcome: 'unfinished' } : form,
      state: 'ended',
      words: describeEnd(end, this.serverReason),
      activity: '',
      isMuted: false,
      call: undefined,
      own: undefined,
      agent: undefined,
    });
  }

  private show(change: Partial<CallView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** A form that ends unfinished has no values: keep showing the earlier ones. */
const withEarlier = (before: FormSoFar | undefined, form: FormSoFar): FormSoFar =>
  before?.name === form.name && form.outcome !== 'open'
    ? { ...form, values: { ...before.values, ...form.values } }
    : form;
