import type { Letter } from '../../mail/index.js';
import { dateFormat } from '../../common/clock/index.js';

export function invitationLetter(about: {
  readonly inviter: string;
  readonly accountName: string;
  readonly url: string;
  readonly expiresAt: Date;
}): Letter {
  const { inviter, accountName, url, expiresAt } = about;
  return {
    subject: `Invitation to ${accountName}`,
    paragraphs: [
      `${inviter} invites you to the account “${accountName}” of Earshot, where voice agents are built and run.`,
      `The link works once, until ${inWords(expiresAt)}. It leads to a page where you choose your name and password.`,
    ],
    link: { label: 'Accept the invitation', url },
    reason: `You get this e-mail because ${inviter} entered your address. If you don’t know them, ignore it.`,
  };
}

export function signInLetter(about: {
  readonly name: string;
  readonly accountName: string;
  readonly url: string;
  readonly expiresAt: Date;
}): Letter {
  const { name, accountName, url, expiresAt } = about;
  return {
    subject: `Your link to sign in to ${accountName}`,
    paragraphs: [
      `Hello ${name},`,
      `this link signs you in to the account “${accountName}” of Earshot. It works once, until ${inWords(expiresAt)}. Pass it on to no one.`,
    ],
    link: { label: 'Sign in', url },
    reason: 'You get this e-mail because a sign-in link was requested for you. If you need none, ignore it.',
  };
}

const inWords = (time: Date): string =>
  `${dateFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;
