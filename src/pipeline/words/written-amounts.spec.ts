import { spokenForms } from './spoken-forms.js';

describe.each<[string, readonly (readonly [written: string, said: string])[]]>([
  [
    'en-US',
    [
      [
        'About $2.5 million dollars, £3m–£4m or R$ 7.',
        'About two point five million dollars, three million pounds to four million pounds or seven reals.',
      ],
      [
        'Call 911, ISBN 978-0-14-044913-6, AB-3317, 1/3 cup, 60/40, 7+.',
        'Call nine one one, ISBN nine seven eight, zero, one four, zero four four nine one three, six, AB-three three one seven, a third cup, sixty forty, seven plus.',
      ],
      ['At 2027-02-03T08:05:00Z.', 'At the third of February twenty twenty-seven, eight oh five.'],
      ['We have 3 rooms and 105 beds.', 'We have three rooms and one hundred and five beds.'],
      ['It has 12,042 pages.', 'It has twelve thousand and forty-two pages.'],
      ['That is $12.50, or £1.01.', 'That is twelve dollars and fifty cents, or one pound and one penny.'],
      ['€0.99 a month', 'ninety-nine cents a month'],
      [
        'They raised $2.75 million, not $450k.',
        'They raised two point seven five million dollars, not four hundred and fifty thousand dollars.',
      ],
      [
        'US$35, CA$1, -$8 or 12 EUR.',
        'thirty-five US dollars, one Canadian dollar, minus eight dollars or twelve euros.',
      ],
      [
        'From $15-25/hour; €3bn; ¥500.',
        'From fifteen to twenty-five dollars per hour; three billion euros; five hundred Japanese yen.',
      ],
      ['On 2026-05-23 at 9:05 am.', 'On the twenty-third of May twenty twenty-six at nine oh five a m'],
      [
        'On 11/30/2026, July 4th, 1999 and Oct. 9.',
        'On the thirtieth of November twenty twenty-six, July fourth, nineteen ninety-nine and October ninth.',
      ],
      ['From 14:30 to 17:00', 'From fourteen thirty to seventeen hundred'],
      ['Open 8am-6pm, or 9:15-10:45.', 'Open eight a m to six p m, or nine fifteen to ten forty-five.'],
      ['It is the 1st of 22 and the 3rd.', 'It is the first of twenty-two and the third.'],
      ['It grew by 3.5% to -4 degrees.', 'It grew by three point five percent to minus four degrees.'],
      [
        'Some 6-8 km at 21.25°C, or .5 l.',
        'Some six to eight kilometers at twenty-one point two five degrees Celsius, or zero point five liters.',
      ],
      [
        'Built in 1876, sold in 2009, back since 2024; the 1960s.',
        'Built in eighteen seventy-six, sold in two thousand and nine, back since twenty twenty-four; the nineteen sixties.',
      ],
      ['Call 01632960001.', 'Call zero one six three two nine six zero zero zero one.'],
      [
        'Dial (415) 555-0132 or +1 415 555 0132.',
        'Dial four one five, five five five, zero one three two or plus one, four one five, five five five, zero one three two.',
      ],
      [
        'Your code is 9031, order #88120, item #7.',
        'Your code is nine zero three one, order number eight eight one two zero, item number seven.',
      ],
      [
        'Card 5500 0000 0000 0004.',
        'Card five five zero zero, zero zero zero zero, zero zero zero zero, zero zero zero four.',
      ],
      [
        'Dr. Ames, i.e. Mr. Ames, at 9 Elm St. near St. Paul.',
        'Doctor Ames, that is Mister Ames, at nine Elm Street near Saint Paul.',
      ],
      ['Salt & pepper, 1/4 cup, 24/7 etc.', 'Salt and pepper, a quarter cup, twenty-four seven et cetera.'],
      ['Write to ann.lee@example.com!', 'Write to ann dot lee at example dot com!'],
      ['See https://www.example.com/opening-hours.', 'See example dot com slash opening dash hours.'],
      ['See https://shop.example.com:8080/a/b/c?id=7#top, please.', 'See shop dot example dot com, please.'],
      ['Room B12 and version 1.2.3 stay.', 'Room B12 and version 1.2.3 stay.'],
      ['No numbers here.', 'No numbers here.'],
    ],
  ],
  [
    'en-GB',
    [
      [
        'On 07/08/2026 ring 0161 496 0018.',
        'On the seventh of August twenty twenty-six ring zero one six one, four nine six, zero zero one eight.',
      ],
      ['£1.2m, £40k or 75p.', 'one point two million pounds, forty thousand pounds or seventy-five pence.'],
    ],
  ],
  [
    'de-DE',
    [
      [
        'Der 9.11. um 6 Uhr, 7 Min., § 12, 1,2 Billionen Euro.',
        'Der neunte November um sechs Uhr, sieben Minuten, Paragraf zwölf, eins komma zwei Billionen Euro.',
      ],
      ['2,4 Mio. €, 80k € oder 7€.', 'zwei komma vier Millionen Euro, achtzigtausend Euro oder sieben Euro.'],
      [
        'Für US$15, £3 oder 1 Mrd. Euro.',
        'Für fünfzehn US-Dollar, drei Britische Pfund oder eine Milliarde Euro.',
      ],
      [
        'Zwischen 5-10 € pro Monat, 4,14 %.',
        'Zwischen fünf bis zehn Euro pro Monat, vier komma eins vier Prozent.',
      ],
      [
        'Tel. 089 12345678 oder +49 89 123456.',
        'Telefon null acht neun, eins zwei drei vier fünf sechs sieben acht oder plus vier neun, acht neun, eins zwei drei vier fünf sechs.',
      ],
      ['Kundennummer 40817, PIN 2210.', 'Kundennummer vier null acht eins sieben, PIN zwei zwei eins null.'],
      ['Seit 1987, bis 2031.', 'Seit neunzehnhundertsiebenundachtzig, bis zweitausendeinunddreißig.'],
      [
        'Z. B. Fr. Weber, d. h. ca. 2 km, Lindenstr. 9.',
        'Zum Beispiel Frau Weber, das heißt circa zwei Kilometer, Lindenstraße neun.',
      ],
      [
        'Um 7.45 Uhr, 8-9 Uhr oder am 1.2.',
        'Um sieben Uhr fünfundvierzig, acht bis neun Uhr oder am ersten Februar',
      ],
      ['1 Stunde, 1 kg, 21 Tage.', 'eine Stunde, ein Kilogramm, einundzwanzig Tage.'],
    ],
  ],
  [
    'fr-FR',
    [
      [
        'Le 1 mai 2031, 2° étage, $4.5 million.',
        'Le premier mai deux mille trente et un, deuxième étage, quatre virgule cinq millions de dollars.',
      ],
      [
        'Environ 2,5 M€, 45 k€, 9 $ ou 1 €.',
        "Environ deux virgule cinq millions d'euros, quarante-cinq mille euros, neuf dollars ou un euro.",
      ],
      [
        '3 millions €, 21 livres, 7-9 jours.',
        "trois millions d'euros, vingt et une livres, sept à neuf jours.",
      ],
      ['Appelez le 04 72 00 11 22.', 'Appelez le zéro quatre, sept deux, zéro zéro, un un, deux deux.'],
      [
        'M. Roux et Mme Blanc, n° 8, p. ex. à 18h.',
        'Monsieur Roux et Madame Blanc, numéro huit, par exemple à dix-huit heures.',
      ],
      [
        'Le 14/07/1998 à 8h15, -2 °C.',
        'Le quatorze juillet mille neuf cent quatre-vingt-dix-huit à huit heures quinze, moins deux degrés Celsius.',
      ],
      ['Code 3402, 80 kg.', 'Code trois quatre zéro deux, quatre-vingts kilogrammes.'],
    ],
  ],
  [
    'es-ES',
    [
      [
        'Son 2,5 millones de euros, 60k € o 31 €.',
        'Son dos coma cinco millones de euros, sesenta mil euros o treinta y un euros.',
      ],
      ['2.000.000 €, 21 personas, 1 libra.', 'dos millones de euros, veintiuna personas, una libra.'],
      [
        'Llame al 931 23 45 67 o al +34 931 23 45 67.',
        'Llame al nueve tres uno, dos tres, cuatro cinco, seis siete o al más tres cuatro, nueve tres uno, dos tres, cuatro cinco, seis siete.',
      ],
      [
        'El Sr. Gil y la Dra. Paz, p. ej. el 4º, 5-7 días.',
        'El Señor Gil y la Doctora Paz, por ejemplo el cuarto, cinco a siete días.',
      ],
      [
        'En 1936, a las 13:00, código 5521.',
        'En mil novecientos treinta y seis, a las trece en punto, código cinco cinco dos uno.',
      ],
    ],
  ],
  [
    'es-MX',
    [
      [
        'Cuesta $1,250.75 o US$9, 3.5 km.',
        'Cuesta mil doscientos cincuenta pesos con setenta y cinco centavos o nueve dólares estadounidenses, tres punto cinco kilómetros.',
      ],
    ],
  ],
  [
    'it-IT',
    [
      [
        '1 luglio 2030, 4° piano, 1 ora, $2.5 million.',
        'primo luglio duemilatrenta, quarto piano, una ora, due virgola cinque milioni di dollari.',
      ],
      [
        'Sono 3,5 milioni di euro, 25k €, 1 $ o 8€.',
        'Sono tre virgola cinque milioni di euro, venticinquemila euro, un dollaro o otto euro.',
      ],
      [
        'Chiami il +39 02 1234 5678.',
        'Chiami il più tre nove, zero due, uno due tre quattro, cinque sei sette otto.',
      ],
      ['Il Dott. Neri e la Sig.ra Galli, ecc.', 'Il Dottor Neri e la Signora Galli, eccetera.'],
      [
        'Nel 2012, alle 8.15, 6-8 giorni, codice 9120.',
        'Nel duemiladodici, alle otto e quindici, sei a otto giorni, codice nove uno due zero.',
      ],
    ],
  ],
  [
    'nl-NL',
    [
      [
        'Dat is € 2,5 miljoen, 15k €, 1 km of 3€.',
        'Dat is twee komma vijf miljoen euro, vijftienduizend euro, één kilometer of drie euro.',
      ],
      ['Bel 010 234 5678.', 'Bel nul één nul, twee drie vier, vijf zes zeven acht.'],
      [
        'Mevr. Bakker, bijv. om 8.45 uur, 4-6 weken.',
        'Mevrouw Bakker, bijvoorbeeld om acht uur vijfenveertig, vier tot zes weken.',
      ],
      ['In 1953, pincode 7730.', 'In negentienhonderd drieënvijftig, pincode zeven zeven drie nul.'],
    ],
  ],
  [
    'pt-PT',
    [
      [
        'São 2,5 milhões de euros, 70k €, 2 libras ou 1€.',
        'São dois vírgula cinco milhões de euros, setenta mil euros, duas libras ou um euro.',
      ],
      ['Ligue 22 123 4567.', 'Ligue dois dois, um dois três, quatro cinco seis sete.'],
      [
        'O Sr. Melo e a Dra. Reis, p. ex. às 9h15, 17 km.',
        'O Senhor Melo e a Doutora Reis, por exemplo às nove e quinze, dezassete quilómetros.',
      ],
      [
        'Em 1974, 3-4 dias, código 6605.',
        'Em mil novecentos e setenta e quatro, três a quatro dias, código seis seis zero cinco.',
      ],
    ],
  ],
  [
    'pt-BR',
    [
      [
        'Custa R$ 19,90 ou R$ 2 milhões.',
        'Custa dezenove reais e noventa centavos ou dois milhões de reais.',
      ],
      ['Ligue (21) 98765-4321.', 'Ligue dois um, nove oito sete seis cinco, quatro três dois um.'],
    ],
  ],
])('amounts, numbers and abbreviations in %s', (language, texts) => {
  it.each(texts)('reads %j as %j', (written, said) => {
    expect(spokenForms(language)?.(written)).toBe(said);
  });
});
