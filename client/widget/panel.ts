import { button, element } from './dom.js';
import { WriteForm } from './write-form.js';
import { TranscriptList } from './transcript-list.js';
import type { Words } from './words.js';

export interface PanelActions {
  call(): void;
  hangUp(): void;
  toggleMute(): void;
  playSound(): void;
  send(text: string): void;
  /** Calls without a microphone. */
  write(): void;
}

/** The button on the page and the panel that it opens. */
export class Panel {
  readonly transcript: TranscriptList;
  private readonly launcher: HTMLButtonElement;
  private readonly panel: HTMLElement;
  private readonly status = element('span', { role: 'status' });
  private readonly level = element('span', { class: 'level', 'aria-hidden': 'true' });
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly callButton: HTMLButtonElement;
  private readonly hangUpButton: HTMLButtonElement;
  private readonly muteButton: HTMLButtonElement;
  private readonly soundButton: HTMLButtonElement;
  private readonly writeButton: HTMLButtonElement;
  private readonly form: WriteForm;

  constructor(
    root: ShadowRoot,
    private readonly words: Words,
    label: string,
    actions: PanelActions,
  ) {
    this.transcript = new TranscriptList(words);
    this.launcher = button(label, 'primary launcher', () => this.open());
    this.launcher.setAttribute('aria-haspopup', 'dialog');
    this.callButton = button(words.call, 'primary', () => actions.call());
    this.hangUpButton = button(words.hangUp, 'primary', () => actions.hangUp());
    this.muteButton = button(words.mute, '', () => actions.toggleMute());
    this.soundButton = button(words.playSound, '', () => actions.playSound());
    this.writeButton = button(words.writeInstead, '', () => actions.write());
    this.form = new WriteForm(words, (text) => actions.send(text));
    const close = button('×', 'close', () => this.close());
    close.setAttribute('aria-label', words.close);
    this.panel = element('section', { role: 'dialog', 'aria-label': words.title, class: 'panel' }, [
      element('header', {}, [element('h2', {}, [words.title]), close]),
      element('p', { class: 'status' }, [this.level, this.status]),
      this.problem,
      this.transcript.root,
      this.form.root,
      element('footer', {}, [
        this.callButton,
        this.writeButton,
        this.soundButton,
        this.muteButton,
        this.hangUpButton,
      ]),
    ]);
    this.panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close();
    });
    this.panel.hidden = true;
    root.append(this.launcher, this.panel);
    this.showIdle(words.ready);
  }

  open(): void {
    this.panel.hidden = false;
    this.launcher.hidden = true;
    (this.callButton.hidden ? this.hangUpButton : this.callButton).focus();
  }

  /** The call goes on. */
  close(): void {
    this.panel.hidden = true;
    this.launcher.hidden = false;
    this.launcher.focus();
  }

  showIdle(status: string): void {
    this.showStatus(status);
    this.showLevel(0);
    this.arrange(false);
  }

  showCalling(): void {
    this.showProblem(undefined);
    this.showMuted(false);
    this.arrange(true);
  }

  showStatus(status: string): void {
    if (this.status.textContent !== status) this.status.textContent = status;
  }

  showProblem(problem: string | undefined): void {
    this.problem.textContent = problem ?? '';
    this.problem.hidden = problem === undefined;
  }

  showMuted(muted: boolean): void {
    this.muteButton.textContent = muted ? this.words.unmute : this.words.mute;
    this.muteButton.setAttribute('aria-pressed', String(muted));
  }

  /** For who has no microphone. */
  offerWriting(): void {
    this.writeButton.hidden = false;
  }

  offerSound(isOffered: boolean): void {
    this.soundButton.hidden = !isOffered;
  }

  /** From 0 to 1. */
  showLevel(level: number): void {
    this.level.style.setProperty('--level', (0.6 + level * 0.6).toFixed(2));
  }

  private arrange(isCalling: boolean): void {
    const hadFocus = this.panel.contains((this.panel.getRootNode() as ShadowRoot).activeElement);
    this.callButton.hidden = isCalling;
    for (const shown of [this.hangUpButton, this.muteButton]) shown.hidden = !isCalling;
    this.soundButton.hidden = this.writeButton.hidden = true;
    this.form.root.hidden = !isCalling;
    if (!isCalling && this.problem.textContent === '') this.problem.hidden = true;
    if (hadFocus && !this.panel.hidden) (isCalling ? this.hangUpButton : this.callButton).focus();
  }
}
