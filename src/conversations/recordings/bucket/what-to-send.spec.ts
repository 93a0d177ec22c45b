import { type UploadState, whatToSend } from './what-to-send.js';

const grows: UploadState = { isComplete: false, sentBytes: 0, wholeAtMs: undefined };
const stepOf = (state: Partial<UploadState>, sizeBytes: number | undefined, nowMs = 0) =>
  whatToSend({ ...grows, ...state }, sizeBytes, nowMs, 60_000);

describe('the next step with a recording on its way to the bucket', () => {
  it('is what was written since the last one while it grows', () => {
    expect(stepOf({}, 100)).toEqual({ kind: 'piece', first: 0, last: 99 });
    expect(stepOf({ sentBytes: 100 }, 150)).toEqual({ kind: 'piece', first: 100, last: 149 });
    expect(stepOf({ sentBytes: 150 }, 150)).toEqual({ kind: 'nothing' });
  });

  it('is all of it once nobody writes it, whatever was sent', () => {
    expect(stepOf({ isComplete: true, sentBytes: 150 }, 150)).toEqual({ kind: 'whole', first: 0, last: 149 });
  });

  it('is its removal, but not while somebody may read it', () => {
    expect(stepOf({ isComplete: true, wholeAtMs: 0 }, 150, 59_999)).toEqual({ kind: 'nothing' });
    expect(stepOf({ isComplete: true, wholeAtMs: 0 }, 150, 60_000)).toEqual({ kind: 'remove' });
  });

  it('is none for a file that is gone, or empty for good', () => {
    expect(stepOf({ isComplete: true, sentBytes: 100 }, undefined)).toEqual({ kind: 'forget' });
    expect(stepOf({ isComplete: true }, 0)).toEqual({ kind: 'forget' });
  });

  it('is none yet for a file that is about to be made', () => {
    expect(stepOf({}, undefined)).toEqual({ kind: 'nothing' });
    expect(stepOf({}, 0)).toEqual({ kind: 'nothing' });
  });
});
