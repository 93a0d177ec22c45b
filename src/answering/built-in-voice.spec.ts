import type { StarterAdapter, StarterEngines } from '../pipeline/index.js';
import { BuiltInVoice } from './built-in-voice.js';

describe('built-in voice', () => {
  it('normalizes Markdown, emoji, addresses and prices before synthesis', async () => {
    const said: string[] = [];
    const engines: Pick<StarterEngines, 'speak'> = {
      speak: (sentence) => {
        said.push(sentence);
        return Promise.resolve(new Int16Array(0));
      },
    };
    const load: StarterAdapter['load'] = () => Promise.resolve(engines as StarterEngines);
    await new BuiltInVoice({ load } as StarterAdapter).speak(
      '**One** moment 🙂 – write to ann.lee@example.com, or pay $12.50 at [our desk](https://example.com).',
    );
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('ann dot lee at example dot com');
    expect(said[0]).toContain('twelve dollars and fifty cents at our desk');
    expect(said[0]).not.toMatch(/[*🙂@$[\]()]|https/u);
  });
});
