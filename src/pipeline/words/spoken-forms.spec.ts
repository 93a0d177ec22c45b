import { spokenForms } from './spoken-forms.js';

describe.each<[string, readonly (readonly [written: string, said: string])[]]>([
  [
    'de-DE',
    [
      ['Wir haben 3 Zimmer und 1.205 Betten.', 'Wir haben drei Zimmer und eintausendzweihundertfünf Betten.'],
      ['Das macht 12,50 € oder $ 20.', 'Das macht zwölf Euro und fünfzig Cent oder zwanzig US-Dollar.'],
      [
        'Am 23.05.2026 um 14:30 Uhr.',
        'Am dreiundzwanzigsten Mai zweitausendsechsundzwanzig um vierzehn Uhr dreißig.',
      ],
      ['Termin: 1998-03-01', 'Termin: erster März neunzehnhundertachtundneunzig'],
      ['Es sind -3,5 Grad und 5 %.', 'Es sind minus drei komma fünf Grad und fünf Prozent.'],
      ['Rufen Sie 0304567 an.', 'Rufen Sie null drei null vier fünf sechs sieben an.'],
      ['Schreiben Sie an ann.lee@example.de!', 'Schreiben Sie an ann Punkt lee at example Punkt de!'],
      ['Zimmer B12 und Version 1.2.3 bleiben.', 'Zimmer B12 und Version 1.2.3 bleiben.'],
      ['Am 23. Mai, der 3. Stock.', 'Am dreiundzwanzigsten Mai, der dritte Stock.'],
      ['Termin: 3. Mai.', 'Termin: dritter Mai.'],
      ['Wir haben 3. Dann gehen wir.', 'Wir haben drei. Dann gehen wir.'],
      ['In 3-5 Tagen.', 'In drei bis fünf Tagen.'],
    ],
  ],
  [
    'fr-FR',
    [
      ['Le 1er étage a 21 lits.', 'Le premier étage a vingt et un lits.'],
      ['Cela coûte 12,50 €.', 'Cela coûte douze euros et cinquante centimes.'],
      ['Le 2026-05-01 à 14h30.', 'Le premier mai deux mille vingt-six à quatorze heures trente.'],
      ['Il y a 1 205 pages, 5 % de plus.', 'Il y a mille deux cent cinq pages, cinq pour cent de plus.'],
      ['Voir https://www.example.fr/prix.', 'Voir example point fr barre oblique prix.'],
    ],
  ],
  [
    'es-ES',
    [
      ['Cuesta 12,50 € y el 5 %.', 'Cuesta doce euros con cincuenta céntimos y el cinco por ciento.'],
      ['El 23/05/2026 a las 14:30.', 'El veintitrés de mayo de dos mil veintiséis a las catorce y treinta.'],
      ['Son 3,5 grados.', 'Son tres coma cinco grados.'],
      ['El 3º piso es el 3º.', 'El tercer piso es el tercero.'],
    ],
  ],
  [
    'it-IT',
    [
      ['Costa 12,50 €.', 'Costa dodici euro e cinquanta centesimi.'],
      ['Il 01/05/2026 alle 14:30.', 'Il primo maggio duemilaventisei alle quattordici e trenta.'],
      ['Scrivi a ann@example.it', 'Scrivi a ann chiocciola example punto it'],
    ],
  ],
  [
    'nl-NL',
    [
      ['Dat kost € 12,50.', 'Dat kost twaalf euro en vijftig cent.'],
      [
        'Op 2026-05-23 om 14:30 uur.',
        'Op drieëntwintig mei tweeduizend zesentwintig om veertien uur dertig.',
      ],
      ['De 3e keer, 21 dagen.', 'De derde keer, eenentwintig dagen.'],
    ],
  ],
  [
    'pt-PT',
    [
      ['Custa 12,50 €.', 'Custa doze euros e cinquenta cêntimos.'],
      ['Em 23/05/2026 às 14h30.', 'Em vinte e três de maio de dois mil e vinte e seis às catorze e trinta.'],
    ],
  ],
])('spoken forms in %s', (language, texts) => {
  it.each(texts)('reads %j as %j', (written, said) => {
    expect(spokenForms(language)?.(written)).toBe(said);
  });
});

it('leaves other languages to the voice', () => {
  expect(spokenForms('ja-JP')).toBeUndefined();
  expect(spokenForms('constructor')).toBeUndefined();
});
