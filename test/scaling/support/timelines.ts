import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../../scripts/lib/project.mjs';
import type { Happening } from '../callers/messages.js';

interface Entry {
  readonly atMs: number;
  readonly name: string;
  readonly happening: Happening | { readonly kind: 'done'; readonly what: string };
}

/** Name for the test's own actions. */
const TEST = 'test';

/** Events of all callers and actions of the test, in order of arrival. */
export class Timelines {
  private readonly entries: Entry[] = [];
  private readonly byName = new Map<string, Timeline>();

  note(name: string, atMs: number, happening: Happening): void {
    this.entries.push({ atMs, name, happening });
    this.of(name).note(atMs, happening);
  }

  /** Records an action of the test. */
  did(what: string, atMs: number): void {
    this.entries.push({ atMs, name: TEST, happening: { kind: 'done', what } });
  }

  of(name: string): Timeline {
    const timeline = this.byName.get(name) ?? new Timeline(name);
    this.byName.set(name, timeline);
    return timeline;
  }

  all(): Timeline[] {
    return [...this.byName.values()];
  }

  /** Writes everything for debugging, one line each, by time. @returns The path. */
  write(suite: string): string {
    const folder = inProject('.cache', 'scaling');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${suite}.jsonl`);
    const lines = this.entries
      .toSorted((one, other) => one.atMs - other.atMs)
      .map(({ atMs, name, happening }) => JSON.stringify({ atMs: Math.round(atMs), name, ...happening }));
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    return file;
  }
}

/** Events of one caller. */
export class Timeline {
  sessionId = '';
  readonly cutOffMs: number[] = [];
  readonly carriedOnMs: number[] = [];
  readonly said: { readonly atMs: number; readonly text: string; readonly interrupted: boolean }[] = [];
  readonly wrong: string[] = [];
  readonly sounds: Extract<Happening, { kind: 'sound' }>[] = [];
  /** Confirmed bookings. */
  readonly confirmed: string[] = [];
  /** How often the agent repeated the word after a takeover. */
  recalled = 0;
  /** How many errors a server sent it. */
  refusals = 0;
  /** Why it stopped talking, or why its call ended. */
  over: string | undefined;
  private latest = '';

  constructor(readonly name: string) {}

  note(atMs: number, happening: Happening): void {
    this.latest = `${happening.kind} at ${Math.round(atMs)}`;
    switch (happening.kind) {
      case 'begun':
        this.sessionId = happening.sessionId;
        break;
      case 'cut-off':
        this.cutOffMs.push(atMs);
        break;
      case 'carried-on':
        this.carriedOnMs.push(atMs);
        break;
      case 'said':
        this.said.push({ atMs, ...happening });
        break;
      case 'wrong':
        this.wrong.push(happening.what);
        break;
      case 'sound':
        this.sounds.push(happening);
        break;
      case 'booked':
        if (happening.confirmed) this.confirmed.push(happening.item);
        break;
      case 'refused':
        this.refusals++;
        break;
      case 'recalled':
        this.recalled++;
        break;
      case 'ended':
      case 'gave-up':
        this.over ??= happening.why;
        break;
      case 'asked':
      case 'problem':
      case 'connection':
    }
  }

  /** A summary for debugging. */
  get story(): string {
    return `${this.name} (${this.sessionId}): ${this.over ?? 'goes on'}; ${this.latest}`;
  }
}
