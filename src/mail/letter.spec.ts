import { rendered } from './letter.js';

const letter = {
  subject: 'Hello',
  paragraphs: ['First.', 'Two\nlines.'],
  link: { label: 'Open', url: 'https://voice.example.com/studio/#invitation=esi_1' },
  reason: 'You were invited.',
};

describe('rendered', () => {
  it('writes plain text with the link on its own line', () => {
    expect(rendered(letter).text).toBe(
      'First.\n\nTwo\nlines.\n\nOpen:\nhttps://voice.example.com/studio/#invitation=esi_1\n\n--\nYou were invited.\n',
    );
  });

  it('writes text of users as text, not as HTML', () => {
    const { html } = rendered({ ...letter, paragraphs: ['<img src=x onerror="alert(1)"> & co'] });
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; co');
    expect(html).not.toContain('<img');
    expect(html).toContain('href="https://voice.example.com/studio/#invitation=esi_1"');
  });

  it.each(['Hi\r\nBcc: all@example.com', 'Hi\u2028Bcc: all@example.com', 'Hi\n\n Bcc: all@example.com'])(
    'keeps the subject %j on one line',
    (subject) => {
      expect(rendered({ ...letter, subject }).subject).toBe('Hi Bcc: all@example.com');
    },
  );

  it('cuts a long subject', () => {
    expect(rendered({ ...letter, subject: 'x'.repeat(1_000) }).subject).toHaveLength(150);
  });
});
