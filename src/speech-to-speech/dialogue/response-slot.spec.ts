import { ResponseSlot } from './response-slot.js';

let sent: string[];
let slot: ResponseSlot;

beforeEach(() => {
  sent = [];
  slot = new ResponseSlot({
    ask: () => sent.push('response.create'),
    cancelAnswer: () => sent.push('response.cancel'),
  });
});

describe('ResponseSlot', () => {
  it('requests the next response only after the previous is done', () => {
    slot.ask(undefined);
    slot.ask('Greet.');
    expect(sent).toEqual(['response.create']);
    slot.done();
    expect(sent).toEqual(['response.create', 'response.create']);
    slot.done();
    expect(sent).toHaveLength(2);
  });

  it('waits for a cancelled response to end before requesting again, and cancels it once', () => {
    slot.ask(undefined);
    slot.cancel();
    slot.cancel();
    slot.ask(undefined);
    expect(sent).toEqual(['response.create', 'response.cancel']);
    slot.done();
    expect(sent).toEqual(['response.create', 'response.cancel', 'response.create']);
    expect(slot.begun()).toBe(true);
  });

  it('drops a response cancelled before it began', () => {
    slot.ask(undefined);
    slot.cancel();
    expect(slot.begun()).toBe(false);
  });

  it('cancels nothing without a request, and drops the queued one', () => {
    slot.cancel();
    expect(sent).toEqual([]);
    slot.ask('First.');
    slot.ask('Second.');
    slot.cancel();
    slot.done();
    expect(sent).toEqual(['response.create', 'response.cancel']);
  });

  it('requests again after a conflicting response', () => {
    slot.ask(undefined);
    slot.refused();
    expect(sent).toHaveLength(1);
    slot.done();
    expect(sent).toEqual(['response.create', 'response.create']);
  });

  it('sends requests made during an outage after it, but no older ones', () => {
    slot.ask('Old.');
    slot.linkLost();
    expect(slot.linkRestored()).toBe(false);
    slot.linkLost();
    slot.ask('New.');
    expect(sent).toHaveLength(1);
    expect(slot.linkRestored()).toBe(true);
    expect(sent).toEqual(['response.create', 'response.create']);
  });
});
