/** A window and how to open it. Ids are in braces. */
export interface Window {
  readonly title: string;
  /** A button, or a menu's button and an entry. */
  readonly by: string | RegExp | readonly [string | RegExp, string];
  /** Heading of the button's card. */
  readonly within?: string;
  /** A button to press first unless already pressed. */
  readonly before?: string;
  /** Asks before discarding input. */
  readonly asks?: boolean;
}

/** The confirmation's text. */
export const ASKING =
  'input:not([type="checkbox"]):not([type="radio"]):not([type="file"]):not([type="datetime-local"]), textarea';

const form = (title: string, by: Window['by'], more: Partial<Window> = {}): Window => ({
  ...{ title, by, asks: true },
  ...more,
});
const plain = (title: string, by: Window['by'], more: Partial<Window> = {}): Window => ({
  title,
  by,
  ...more,
});
const remove = (name: string, verb = 'Delete') =>
  plain(`${verb} “${name}”?`, [`More for ${name}`, `${verb}…`]);

/** Every studio window that needs no call, by page. */
export const WINDOWS: Readonly<Record<string, readonly Window[]>> = {
  '/agents': [
    form('New agent', 'New agent'),
    form('Rename the agent', ['More for Front desk', 'Rename…']),
    remove('Front desk'),
  ],
  '/agents/{agentId}/knowledge': [
    form('New topic', 'New topic'),
    form('Change “top_', [/^More for top_/, 'Change…']),
    plain('Delete “top_', [/^More for top_/, 'Delete…']),
    plain('Passages of', [/^More for kdoc_/, 'Passages…']),
    plain('Delete “kdoc_', [/^More for kdoc_/, 'Delete…']),
  ],
  '/agents/{agentId}/tests': [
    form('New test set', 'New set'),
    form('Change “Reception”', ['More for Reception', 'Change…']),
    remove('Reception'),
  ],
  '/agents/{agentId}/tests/{testSetId}': [
    form('New case', 'New case'),
    form('Change “Greeting”', ['More for Greeting', 'Change…']),
    remove('Greeting'),
  ],
  '/agents/{agentId}/ship': [
    form('Publish the draft', 'Publish draft', { within: 'sandbox' }),
    form('Promote sandbox to pre-release', 'Promote to pre-release'),
    form('Experiment in', 'Begin an experiment'),
    plain('Gates of', 'Change gates'),
    plain('Take the new version back?', 'Take it back', { within: 'A new version is on its way' }),
    plain('Stop waiting for pre-release?', 'Cancel'),
    plain('Take the approval back?', 'Take it back', { within: 'waits for pre-release' }),
  ],
  '/agents/{agentId}/channels#advanced': [
    form('New connector', 'New connector'),
    form('Change “Widget”', ['More for Widget', 'Change…']),
    plain('Call tokens of “Widget”', ['More for Widget', 'Call tokens…']),
    remove('Widget'),
    form('Add phone numbers', 'Add numbers'),
    plain('Change {phoneNumber}', ['More for {phoneNumber}', 'Change…']),
    plain('Take away “{phoneNumber}”?', ['More for {phoneNumber}', 'Take away…']),
    form('Outbound rules', 'Change', { within: 'Outbound rules' }),
    plain('Values of', 'Change values'),
    plain('Allowed values', 'Allowed values'),
  ],
  '/providers': [
    form('Set up OpenAI', /^OpenAI/),
    form('Change {providerName}', 'Change', { within: '{providerName}' }),
    plain('Delete {providerName}?', 'Delete', { within: '{providerName}' }),
  ],
  '/trunks': [
    form('New trunk', 'New trunk'),
    form('Change “PBX”', ['More for PBX', 'Change…']),
    plain('Test “PBX”', ['More for PBX', 'Test…']),
    remove('PBX'),
  ],
  '/secrets': [
    form('New secret', 'New secret'),
    form('Replace {secretName}', ['More for {secretName}', 'Replace…']),
    plain('Delete “{secretName}”?', ['More for {secretName}', 'Delete…']),
  ],
  '/live': [form('Make a call', 'Make a call')],
  '/conversations': [form('Erase a caller', ['Export or erase', 'Erase a caller'])],
  '/conversations/{conversationId}': [
    form('Make a test case of this', 'Make a test of this'),
    plain('Delete this conversation?', ['More for this conversation', 'Delete']),
  ],
  '/alerts': [
    form('New rule', 'New rule'),
    form('Change “Crashes”', ['More for Crashes', 'Change…']),
    remove('Crashes'),
  ],
  '/webhooks': [
    form('New endpoint', 'New endpoint'),
    form('Change “Pager”', ['More for Pager', 'Change…']),
    remove('Pager'),
  ],
  '/webhooks/{endpointId}': [
    plain('Attempts', [/^More for/, 'Attempts…']),
    plain('The new signing secret', 'New signing secret'),
  ],
  '/people': [
    form('Invite someone', 'Invite'),
    form('Change Ada', ['More for Ada', 'Change']),
    plain('Sign-in link', ['More for Ada', 'Sign-in link']),
    remove('Ada', 'Remove'),
    plain('Withdraw', [/^More for inv_/, 'Withdraw…']),
    form('Your password', [/owner$/, 'Your password']),
  ],
  '/keys': [form('New API key', 'New key'), remove('Spare', 'Revoke')],
};
