import type { PeerAnswer } from '../peers/peer-client.js';
import { mayBeElsewhere } from './leave-taking.js';

describe('call on an instance with an expired lease', () => {
  const of = (answers: readonly PeerAnswer[], isPhoneCall: boolean, before?: number, after?: number) =>
    mayBeElsewhere({ answers, isPhoneCall, receivedBytes: [before, after] });

  it.each(['held', 'not-yet', 'unknown'] as const)('may run elsewhere when a peer answers `%s`', (answer) => {
    expect(of(['done', answer], false, 1, 2)).toBe(true);
  });

  it.each([[[]], [['done']], [['gone', 'another-instance', 'done']]] as const)(
    'stays here when no peer has it (%j)',
    (answers) => {
      expect(of(answers, false, 1, 1)).toBe(false);
      expect(of(answers, true, 1, 2)).toBe(false);
    },
  );

  it('may run elsewhere when a peer is silent and the phone sends nothing here', () => {
    expect(of(['silent'], true, 1, 1)).toBe(true);
  });

  it('stays here despite a silent peer when the phone sends here or is on hold, or it is no phone', () => {
    expect(of(['silent'], true, 1, 2)).toBe(false);
    expect(of(['silent'], true)).toBe(false);
    expect(of(['silent'], false, 1, 1)).toBe(false);
  });
});
