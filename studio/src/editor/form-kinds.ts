import type { Option } from '../ui/inputs.js';

/** Kinds of values that a caller can say, in words. */
const LABELS: Readonly<Record<string, string>> = {
  text: 'Free text',
  name: 'Name',
  spelled: 'Spelled word',
  number: 'Number',
  date: 'Date',
  time: 'Time',
  datetime: 'Date and time',
  duration: 'Length of time',
  phone: 'Phone number',
  email: 'Email address',
  money: 'Amount of money',
  choice: 'One of a list',
  'yes-no': 'Yes or no',
  postcode: 'Postcode',
};

export const kindOptions = (kinds: readonly string[]): readonly Option[] =>
  kinds.map((value) => ({ value, label: LABELS[value] ?? value }));

/** Kinds with an earliest and a latest time of day. */
export const hasTimes = (kind: string): boolean => kind === 'time' || kind === 'datetime';
