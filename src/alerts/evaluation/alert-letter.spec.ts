import { alertLetter } from './alert-letter.js';

const rule = {
  name: 'Slow replies',
  metric: 'turn_latency_p95',
  operator: '>',
  thresholdValue: 1_500,
  windowDuration: '10m',
  currentValue: 1_720.4,
} as const;
const STUDIO = 'https://voice.example.com/studio/';

describe('alertLetter', () => {
  it('says what is wrong, and by how much', () => {
    expect(alertLetter(rule, 'alerts.triggered', STUDIO)).toMatchObject({
      subject: 'Alert: Slow replies',
      paragraphs: [
        'The 95th percentile of the response time is above 1,500 ms over 10 minutes. It is 1,720 ms now.',
      ],
      link: { url: 'https://voice.example.com/studio/alerts' },
    });
  });

  it('says that it is over, also without any calls', () => {
    const crashes = { ...rule, metric: 'call_crashes', operator: '>=', thresholdValue: 1 } as const;
    expect(alertLetter({ ...crashes, currentValue: 0 }, 'alerts.resolved', STUDIO).paragraphs).toEqual([
      'The number of failed calls is no longer at least 1 over 10 minutes. It is 0 now.',
    ]);
    expect(
      alertLetter({ ...crashes, currentValue: null }, 'alerts.resolved', STUDIO).paragraphs[0],
    ).toContain('There were no calls.');
  });
});
