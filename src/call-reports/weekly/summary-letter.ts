import { dateFormat } from '../../common/clock/index.js';
import type { WeekFigures } from '../../conversations/index.js';
import type { Letter } from '../../mail/index.js';
import type { Week } from './week.js';

/** A question may be a long monologue. */
const MAX_QUESTION = 160;

export function summaryLetter(
  { calls, callsBefore, failed, handedOver, unanswered }: WeekFigures,
  { from, to }: Week,
  about: { readonly accountName: string; readonly studioUrl: string },
): Letter {
  const sunday = new Date(to.getTime() - 1);
  const days = `${inWords(from)} to ${inWords(sunday)}`;
  return {
    subject: `${counted(calls, 'call')} last week: ${about.accountName}`,
    paragraphs: [
      `${days}: ${counted(calls, 'call')}, ${callsBefore === 0 ? 'none' : number(callsBefore)} the week before.`,
      `Handed over: ${number(handedOver)}\nFailed: ${number(failed)}`,
      ...(unanswered.length === 0
        ? []
        : [
            `Asked, and not found in what your agents know:\n${unanswered
              .map(
                ({ question, times }) => `– “${shortened(question)}”${times > 1 ? ` (${times} times)` : ''}`,
              )
              .join('\n')}`,
          ]),
    ],
    link: { label: 'See the calls', url: `${about.studioUrl}conversations` },
    reason: 'You get this e-mail as a member of the account. Turn it off in the studio: your menu, E-mails.',
  };
}

const number = (count: number) => count.toLocaleString('en-GB');
const counted = (count: number, noun: string) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

const shortened = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_QUESTION ? `${line.slice(0, MAX_QUESTION)}…` : line;
};

const inWords = (time: Date) =>
  dateFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(time);
