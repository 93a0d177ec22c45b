/** Dictated answers: in any words, or spelled. */
export type DictatedKind = 'words' | 'letters';

const AROUND =
  "it's that's my name is email address yes yeah no sure okay so well sorry please thanks spelled spelt capital letter";
const BETWEEN =
  'as in|for|double|triple|hyphen|dash|apostrophe|dot|at|underscore|com|org|net|co|uk|gmail|hotmail|outlook|yahoo|icloud|aol|' +
  'proton|live|mail|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|' +
  'seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
/** The spelling alphabets of NATO and of telephone operators, and names and things that people use instead. */
const EXAMPLES =
  'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango ' +
  'Uniform Victor Whiskey X-ray Yankee Zulu Apple Adam Boy Bob Cat Charles Dog David Eagle Edward Elephant Frank Fox George ' +
  'Harry Henry House Ice Ida Isaac Jack John King Kite London Lion Lucy Mary Mother Nancy Norman Nelly Orange Oliver Peter Paul ' +
  'Queen Robert Roger Sugar Sam Simon Tom Thomas Tiger Uncle Umbrella Victory Violet William Water Yellow Young Zebra Zero';
const LETTERS = 'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z'.split(' ');

export const SPELLING_WORDS: readonly string[] = [
  ...AROUND.split(' '),
  ...BETWEEN.split('|'),
  ...EXAMPLES.split(' '),
  ...LETTERS,
];
/** Tokens that follow a word without a blank. */
export const SPELLING_MARKS: readonly string[] = [',', '.', '-', ...LETTERS];
