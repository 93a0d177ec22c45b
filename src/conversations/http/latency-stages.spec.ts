import { latencyStages } from './latency-stages.js';

describe('latencyStages', () => {
  it('splits the time to the audible reply into stages that add up', () => {
    const stages = latencyStages({
      endOfTurnMs: 300,
      transcriptMs: 350,
      firstTokenMs: 600,
      firstAudioMs: 700,
      heardMs: 720,
    });
    expect(stages).toEqual({
      endpointingMs: 300,
      transcriptionMs: 50,
      thinkingMs: 250,
      synthesisMs: 100,
      deliveryMs: 20,
    });
  });

  it('skips missing stages and gives early ones zero time', () => {
    expect(
      latencyStages({
        endOfTurnMs: 300,
        transcriptMs: 200,
        firstTokenMs: null,
        firstAudioMs: 400,
        heardMs: 410,
      }),
    ).toEqual({ endpointingMs: 300, transcriptionMs: 0, thinkingMs: null, synthesisMs: 100, deliveryMs: 10 });
  });

  it('omits a transcript that arrived after the reply had begun', () => {
    expect(
      latencyStages({
        endOfTurnMs: 500,
        transcriptMs: 900,
        firstTokenMs: 700,
        firstAudioMs: 750,
        heardMs: 950,
      }),
    ).toEqual({
      endpointingMs: 500,
      transcriptionMs: null,
      thinkingMs: 200,
      synthesisMs: 50,
      deliveryMs: 200,
    });
  });
});
