import { searchWords } from './search-words.js';

const words = (text: string) =>
  searchWords(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether a question and a text share a word. */
const share = (question: string, text: string) => words(question).some((word) => words(text).includes(word));

it.each([
  ['Chinese', '停车场在哪里', '酒店的地下停车场有一百个车位。'],
  ['traditional Chinese', '早餐幾點', '早餐供應時間為七點至十點。'],
  ['Japanese', 'チェックインは何時', 'チェックインは午後三時からです。'],
  ['Japanese in half-width letters', 'ﾊﾟｽﾎﾟｰﾄ', 'パスポートをお持ちください。'],
  ['Korean with its endings', '영업시간이 어떻게', '매장의 영업시간은 아홉 시부터입니다.'],
  ['Thai', 'ที่จอดรถอยู่ไหน', 'โรงแรมมีที่จอดรถใต้อาคาร'],
  ['Lao', 'ບ່ອນຈອດລົດ', 'ພວກເຮົາມີບ່ອນຈອດລົດຢູ່ທາງຫລັງ'],
  ['ligatures', 'office fee', 'The oﬃce takes no ﬂat sum.'],
  ['soft hyphens', 'reservation', 'Your reser\u00advation is kept.'],
  ['full-width letters', 'wifi 24', 'ＷｉＦｉ is free, ２４ hours.'.toLowerCase()],
])('finds the text for a question in %s', (_what, question, text) => {
  expect(share(question, text)).toBe(true);
});

it.each([
  ['停车场', '早餐七点开始'],
  ['영업', '주차장'],
  ['ที่จอดรถ', 'อาหารเช้า'],
])('does not match %s with %s', (question, text) => {
  expect(share(question, text)).toBe(false);
});

it('leaves words in other scripts unchanged', () => {
  expect(words("L'été à Zürich: e-mail info@example.com, naïve Ελλάδα Москва")).toEqual(
    "L'été à Zürich: e-mail info@example.com, naïve Ελλάδα Москва".split(' '),
  );
  expect(words('check\u2011in 東京Tower')).toEqual(['check-in', '東京', 'Tower']);
});
