import { goesOnAfter, isWithinSentence, sentencesOf, SentenceSplitter } from './sentence-splitter.js';

function split(text: string, pieceLength: number, languageCode?: string): string[] {
  const splitter = new SentenceSplitter({ languageCode, isSpoken: true });
  const sentences: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength)
    sentences.push(...splitter.add(text.slice(at, at + pieceLength)));
  return [...sentences, ...splitter.end()];
}

describe('SentenceSplitter', () => {
  it.each([1, 2, 3, 7, 100])('finds the same sentences in chunks of %i characters', (length) => {
    expect(split('We open at nine. That is early! Is that all? Yes.', length)).toEqual([
      'We open at nine.',
      'That is early!',
      'Is that all?',
      'Yes.',
    ]);
  });

  it('emits a sentence as soon as the next one begins', () => {
    const splitter = new SentenceSplitter({ isSpoken: true });
    expect(splitter.add('We open at nine.')).toEqual([]);
    expect(splitter.add(' And')).toEqual(['We open at nine.']);
    expect(splitter.end()).toEqual(['And']);
  });

  it('keeps numbers and initials whole', () => {
    expect(split('It costs 3.50 euros for J. Smith alone. Fine by me.', 4)).toEqual([
      'It costs 3.50 euros for J. Smith alone.',
      'Fine by me.',
    ]);
  });

  it.each<[string | undefined, readonly string[]]>([
    ['en', ['Dr. Smith and Mrs. Lee are in.', 'See St. John at 5 p.m. or later.', 'It is so!']],
    ['en', ['Bring fruit, e.g. an apple, approx. five.', 'It costs 3.5 vs. 4.', 'Call ext. 12, No. 5.']],
    [
      'en',
      ['We are open until 5 p.m.', 'The total is $45.', 'Shall we now?', '(It is free.)', 'Thanks a lot.'],
    ],
    [
      'en',
      [
        'Dr. J. R. Hall of the U.S. office called.',
        'Is this No. 1 or not?',
        'I say no.',
        'It works on Yahoo!',
      ],
    ],
    ['en-GB', ['See example.com/a?b=c&d=e!f for more.', 'Version 1.2.3 is new.', 'Wait... maybe not.']],
    [
      'de',
      ['Das ist z. B. Dr. Meyer, d. h. der Chef.', 'Am 3. Mai ist ca. um 5 Uhr frei.', 'Bis dann, usw.'],
    ],
    ['de-AT', ['Hr. Ing. Huber wohnt in Nr. 5, 2. Stock.', 'Das kostet ggf. Geld.', 'Und zwar viel.']],
    [
      'es',
      [
        'La Sra. López y el Sr. Díaz llegan.',
        '¿Está bien así?',
        '¡Qué bien, p. ej. hoy!',
        'Av. Brasil núm. 3.',
      ],
    ],
    ['fr', ['M. Dupont et Mme. Petit sont là.', 'Le Dr. Blanc arrive ?', 'Oui, à 9 h.', 'Très bien !']],
    ['it', ['Il Sig. Rossi e la Dott.ssa Bianchi.', 'Il Prof. Verdi no.', 'Sono le 9.', 'Va bene così?']],
    [
      'nl',
      ['Dhr. Jansen en Mevr. de Vries zijn er.', 'Dat is bijv. goed.', 'Om 9 uur o.a. hier.', 'Tot dan!'],
    ],
    ['pt', ['A Sra. Silva e o Dr. Costa chegaram.', 'A Profa. Lima também.', 'Às 9 h, tá bom?', 'Até logo!']],
    ['ar', ['كيف حالك اليوم؟', 'أنا بخير، شكرا جزيلا.', 'هل تريد شيئا آخر؟']],
    ['ur', ['یہ بہت اچھا ہے۔', 'کیا آپ ٹھیک ہیں؟', 'جی ہاں بالکل۔']],
    ['hi', ['यह बहुत अच्छा है।', 'आप कैसे हैं आज?', 'धन्यवाद जी॥', 'फिर मिलेंगे।']],
    [
      'ja',
      [
        '明日は九時に開きます。',
        'よろしいでしょうか？',
        '「少しお待ちください！」',
        'ありがとうございます。',
      ],
    ],
    ['zh', ['我们早上九点开门。', '您要预约吗？太好了！', '请稍等一下，马上好。']],
    ['hy', ['Այսօր եղանակը լավ է։', 'Մենք բաց ենք։']],
    ['am', ['ዛሬ ቆንጆ ቀን ነው።', 'እንደምን አደርክ ወዳጄ።']],
    [undefined, ['We **stop here.** Then we _go on._', 'And *"this is it!"* Or so.']],
  ])('splits %s as people write it, in chunks of any size', (language, sentences) => {
    const blank = /[。！？]$/u.test(sentences[0] ?? '') ? '' : ' ';
    const text = sentences.join(blank);
    const whole = split(text, text.length, language);
    expect(whole.join(blank)).toBe(text.replace(/[*_]/g, ''));
    for (const size of [1, 2, 3, 5, 11]) expect(split(text, size, language)).toEqual(whole);
    const expected = sentences.flatMap((sentence) => sentence.replace(/[*_]/g, ''));
    if (language !== undefined) expect(whole).toEqual(expected);
  });

  it('keeps list numbers with their items', () => {
    const text = 'Steps:\n1. Open the **app**.\n2. Sign in\n10. Done';
    for (const size of [1, 3, 50])
      expect(split(text, size, 'en')).toEqual(['Steps: 1. Open the app.', '2. Sign in.', '10. Done']);
  });

  it('waits for a name after its title, within limits', () => {
    const splitter = new SentenceSplitter({ languageCode: 'en', isSpoken: true });
    expect(splitter.add('You will see Dr. ')).toEqual([]);
    expect(splitter.add('Okafor. We')).toEqual(['You will see Dr. Okafor.']);
    expect(splitter.add(' also have Mr.')).toEqual([]);
    expect(splitter.end()).toEqual(['We also have Mr.']);
  });

  it('keeps links whole, and returns text unchanged when it is not spoken', () => {
    const text = '# Menu\n\n- [What is new? Read on!](https://a.example/?q=1) **Now.** Tea\n- Coffee, [a b';
    const raw = new SentenceSplitter();
    expect([...raw.add(text), ...raw.end()].join('')).toBe(text);
    for (const size of [1, 4, 100])
      expect(split(text, size, 'en')).toEqual(['Menu. What is new? Read on! Now.', 'Tea. Coffee, [a b']);
  });

  it('splits an endless sentence, at a comma if possible, and loses nothing', () => {
    const long = `${'one two three four five '.repeat(7)}six, ${'seven eight nine ten '.repeat(8)}`;
    const parts = split(long, 10);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(200);
    expect(parts.join(' ')).toBe(long.trim());
  });

  it('limits the length of pieces for any text', () => {
    const texts = [
      '½'.repeat(3_000),
      'and so on '.repeat(90) + 'to the end. Then more.',
      'a, '.repeat(900),
      '[a]('.repeat(500),
    ];
    for (const text of texts) {
      const pieces = new SentenceSplitter().add(text);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(200);
      expect(text.startsWith(pieces.join(''))).toBe(true);
    }
  });

  describe('that starts with a clause', () => {
    const pieces = (...texts: readonly string[]) => {
      const splitter = new SentenceSplitter({ isSpoken: true, cutsClause: true });
      return [...texts.map((text) => splitter.add(text)), splitter.end()];
    };

    it('emits the first clause before its sentence is complete, and no other', () => {
      expect(pieces('All right,', ' I have', ' noted that, and', ' more. Well, then, we', ' go on.')).toEqual(
        [[], ['All right,'], [], ['I have noted that, and more.'], [], ['Well, then, we go on.']],
      );
    });

    it('finds it in bold text', () => {
      expect(pieces('**Important note:** please', ' call.')).toEqual([
        ['Important note:'],
        [],
        ['please call.'],
      ]);
    });

    it('emits no clause that is too short, lies within a number or arrives with its sentence', () => {
      expect(pieces('Well, ', 'that is all, ', 'thanks')).toEqual([
        [],
        ['Well, that is all,'],
        [],
        ['thanks'],
      ]);
      expect(pieces('It costs us 3,500 euros', ' now')).toEqual([[], [], ['It costs us 3,500 euros now']]);
      expect(pieces('Of course, we are.')).toEqual([[], ['Of course, we are.']]);
      expect(pieces('Of course, we are. And', ' so, perhaps, on')).toEqual([
        ['Of course, we are.'],
        [],
        ['And so, perhaps, on'],
      ]);
    });
  });

  it('skips marks without words', () => {
    expect(split('*** \n --- \n', 3)).toEqual([]);
  });

  it('reports when a sentence was cut at a space', () => {
    const cut = 'and we go on and on '.repeat(15);
    const [first = '', second = ''] = sentencesOf(`${cut}until we end.`);
    expect([first, second].map(goesOnAfter)).toEqual([true, false]);
    expect(['One, two,', 'and on', 'Is it?', 'He said "no." ', ''].map(isWithinSentence)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(['He said "no."', 'One, two,', 'Wait…', '好。', ''].map(goesOnAfter)).toEqual(
      Array(5).fill(false),
    );
  });
});
