/** A line of a call and its tool call. */
export interface Line {
  readonly speaker: 'caller' | 'agent';
  readonly text: string;
  readonly tool?: {
    readonly name: string;
    readonly outcome: 'ok' | 'error';
    readonly arguments: string;
    readonly answer: string;
    readonly attempts: number;
    readonly durationMs: number;
  };
  /** The topic it is based on. */
  readonly topic?: string;
  /** The verdict on overlapping speech. */
  readonly overlap?: {
    readonly verdict: 'interruption' | 'backchannel';
    readonly reason: 'sound' | 'words' | 'length';
    readonly afterMs: number;
    readonly wordCount: number;
  };
}

const agent = (text: string, more: Pick<Line, 'tool' | 'topic' | 'overlap'> = {}): Line => ({
  speaker: 'agent',
  text,
  ...more,
});
const caller = (text: string): Line => ({ speaker: 'caller', text });

const GREETING = agent('Good day, and welcome, this is the Harbour Hotel. How can I help you?');
const FOUND = {
  name: 'find_room',
  outcome: 'ok',
  arguments: '{"from":"2026-06-12","nights":2}',
  answer: '{"rooms":[{"kind":"double, sea view","price":142}]}',
  attempts: 1,
  durationMs: 312,
} as const;

/** Typical calls to a hotel. */
export const SCRIPTS: readonly (readonly Line[])[] = [
  [
    GREETING,
    caller('Do you have a double room for the twelfth of June, two nights?'),
    agent('Yes: a double room with a view of the sea, for one hundred and forty two pounds a night.', {
      tool: FOUND,
    }),
    caller('That sounds lovely. Please book it under Byron.'),
    agent(
      'Two nights from the twelfth of June, a double room under the name of Byron. Shall I confirm that?',
      { overlap: { verdict: 'backchannel', reason: 'words', afterMs: 420, wordCount: 1 } },
    ),
    caller('Yes, please.'),
    agent('It is booked. You will get a message in a minute. Is there anything else?'),
    caller('No, thank you. Goodbye.'),
  ],
  [
    GREETING,
    caller('When can we check in?'),
    agent('From three in the afternoon until midnight.'),
    caller('And is there parking?'),
    agent('Behind the house, for twelve pounds a night.', { topic: 'Parking' }),
    caller('Great, thanks.'),
  ],
  [
    GREETING,
    caller('Until when is breakfast?'),
    agent('From seven until eleven.', { topic: 'Breakfast' }),
    caller('Thank you, bye.'),
  ],
];
