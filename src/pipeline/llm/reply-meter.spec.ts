import type { ReportedUsage } from '../../voice/index.js';
import { ReplyMeter } from './reply-meter.js';

function metered(): { meter: ReplyMeter; told: ReportedUsage[]; gone: AbortController } {
  const told: ReportedUsage[] = [];
  const gone = new AbortController();
  const messages = [{ role: 'user' as const, content: 'x'.repeat(40) }];
  const request = {
    messages,
    tools: [],
    signal: gone.signal,
    onUsage: (used: ReportedUsage) => told.push(used),
  };
  return { meter: new ReplyMeter(request, 'small'), told, gone };
}

describe('token usage of a reply', () => {
  it("is the server's count, also when interrupted afterwards", () => {
    const { meter, told, gone } = metered();
    meter.begun = true;
    meter.report({ inputTokens: 7, outputTokens: 3 });
    gone.abort();
    meter.estimate(400);
    expect(told).toEqual([{ model: 'small', inputTokens: 7, outputTokens: 3 }]);
  });

  it('is estimated when the reply was interrupted before the count', () => {
    const { meter, told, gone } = metered();
    meter.begun = true;
    gone.abort();
    meter.estimate(22);
    expect(told).toEqual([{ model: 'small', inputTokens: 10, outputTokens: 6 }]);
  });

  it('is zero when the server was not reached or reports no usage', () => {
    const never = metered();
    never.gone.abort();
    never.meter.estimate(0);
    const silent = metered();
    silent.meter.begun = true;
    silent.meter.estimate(22);
    expect([never.told, silent.told]).toEqual([[], []]);
  });
});
