import { element } from './dom.js';

/** The side that has the turn, as the ring shows it. */
export type Mood = 'idle' | 'listening' | 'thinking' | 'speaking' | 'off';

const BLOBS = 3;
const BARS = 5;
/** Levels fall by this share of the difference per reading, so that the orb settles instead of blinking. */
const SETTLE = 0.4;

/** The agent's orb, which moves with the sound of both sides. */
export class Orb {
  readonly root: HTMLElement;
  private level = 0;

  constructor(className = '') {
    const blobs = Array.from({ length: BLOBS }, () => element('i'));
    const bars = Array.from({ length: BARS }, () => element('b'));
    this.root = element('span', { class: `orb ${className}`.trim(), 'aria-hidden': 'true' }, [
      element('span', { class: 'orb-body' }, blobs),
      element('span', { class: 'orb-bars' }, bars),
    ]);
    this.show('idle');
  }

  show(mood: Mood): void {
    this.root.dataset.mood = mood;
  }

  /** From 0 to 1. */
  move(level: number): void {
    this.level = level > this.level ? level : this.level + (level - this.level) * SETTLE;
    this.root.style.setProperty('--level', this.level.toFixed(2));
  }
}
