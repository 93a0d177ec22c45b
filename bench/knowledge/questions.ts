/** Unrelated questions: nothing in docs/ answers them. */
export const STRANGE: readonly string[] = [
  'Do you sell spare parts for lawn mowers?',
  'How long does a soft boiled egg take?',
  'When does the next train to Vienna leave?',
  'Which vaccination does my cat need?',
  'Is the museum open on Mondays?',
  'Can I return shoes that do not fit?',
  'What is the capital of Mongolia?',
  'How do I get red wine out of a carpet?',
  'Do you have a table for four on Saturday?',
  'Who won the football match yesterday?',
  'What does a haircut cost?',
  'Will it snow in the mountains this week?',
];

/** A question, and the passages that answer it. */
export interface Question {
  readonly words: string;
  /** @param passage Its name is that of its page, its title the headings that it stands under. */
  readonly isAnswer: (passage: { readonly name: string; readonly title: string }) => boolean;
}

/** Questions about the guides in docs/, reworded, and the guide with the answer. */
const OF_GUIDES: readonly (readonly [question: string, guide: string])[] = [
  ['How do I connect my own language model to it?', 'tutorials/first-agent'],
  ['Can two agents at the same desk share one secret?', 'how-to/tools'],
  ['Which header carries the id of a tool call, so that nothing is booked twice?', 'how-to/tools'],
  ['How do I put the name of the person who calls into the greeting?', 'reference/variables'],
  ['What happens with a value that is changed without publishing?', 'reference/variables'],
  ['My softphone can not register. What do I have to dial?', 'tutorials/first-phone-call'],
  ['Is the sound of phone calls encrypted?', 'reference/telephony'],
  ['How long are recordings of conversations kept?', 'reference/call-records'],
  ['Can I test my agent before it goes live?', 'how-to/test-agents'],
  ['Where do I see why a call ended?', 'reference/call-records'],
  ['How do I revoke an API key?', 'how-to/keys-and-people'],
  ['What may a key do that is limited to one environment?', 'reference/access'],
  ['What happens if the database is away for a while?', 'explanation/failures'],
  ['How do I change the secret of the instance?', 'how-to/operating'],
  ['How do I make a backup?', 'how-to/operating'],
  ['How do I run it in Docker?', 'how-to/containers'],
  ['Do I need a TURN server?', 'how-to/containers'],
  ['How do I embed a call button in my web page?', 'how-to/web-page'],
  ['Which speech recognisers can I use?', 'how-to/providers'],
  ['Can it run with Ollama on my own machine?', 'how-to/local-models'],
  ['How many calls does one machine carry?', 'benchmarks/calls'],
  ['How fast is publishing?', 'benchmarks/publish'],
  ['Are webhooks delivered when the receiver is slow?', 'benchmarks/webhooks'],
  ['Can the caller interrupt the agent while it speaks?', 'explanation/turn-taking'],
];

export const GUIDE_QUESTIONS: readonly Question[] = OF_GUIDES.map(([words, guide]) => ({
  words,
  isAnswer: ({ name }) => name === guide,
}));

/** Questions about Debian's FAQ, reworded, and the page and section with the answer. */
const OF_DEBIAN: readonly (readonly [question: string, page: string, section: string])[] = [
  ['How do people say the name of this project out loud, and where is it from?', 'basic-defs', '1.7.'],
  ['Is there anything besides a penguin system that they build?', 'basic-defs', '1.4.'],
  ['Where do I download the images to burn a disk?', 'getting-debian', '2.3.'],
  ['Can I set up the machine over the network, without any disk?', 'getting-debian', '2.6.'],
  [
    'The network card of my laptop is not recognised by the released version. What now?',
    'choosing',
    '3.1.1.',
  ],
  ['The programs in the release are ancient. Why is the desktop so old?', 'choosing', '3.1.3.'],
  ['Which branch means the most work for somebody who runs servers?', 'choosing', '3.1.8.'],
  [
    'I tried a live system that derives from it and would like to switch over to the original.',
    'choosing',
    '3.2.3.',
  ],
  ['Can I put RPM files onto this system?', 'compatibility', '4.5.'],
  ['Where should software go that I compiled by myself?', 'compatibility', '4.6.'],
  ['The linker complains that it can not find a library.', 'software', '5.6.'],
  ['Which release is running on this computer?', 'software', '5.8.'],
  ['My wireless adapter has no driver.', 'software', '5.14.'],
  ['Can I make telephone calls over the Internet with it?', 'software', '5.13.'],
  ['Which film are the releases named after?', 'ftparchives', '6.2.2.'],
  ['Why is the development branch called sid?', 'ftparchives', '6.3.'],
  ['How can I serve packages of my own to other machines?', 'ftparchives', '6.12.'],
  ['Why do the names of the package files have so many parts?', 'pkg-basics', '7.3.'],
  ['What happens to files in /etc that I edited when there is an update?', 'pkg-basics', '7.5.'],
  ['Which programs run before and after something is unpacked?', 'pkg-basics', '7.6.'],
  ['How do I keep one program from being upgraded?', 'pkg-basics', '7.12.'],
  ['What is mail-transport-agent, which does not exist as a file?', 'pkg-basics', '7.8.'],
  ['How can a service be replaced while it is in use?', 'pkgtools', '8.2.'],
  ['How do I list everything that has been set up on this machine?', 'pkgtools', '8.3.'],
  ['To whom does a file on the disk belong, I mean from which package did it come?', 'pkgtools', '8.5.'],
  ['How do I get rid of libraries that nothing needs any more?', 'pkgtools', '8.6.'],
  ['Do I have to stop everything and log everybody out for an upgrade?', 'uptodate', '9.2.'],
  ['May I delete the downloaded archives to get space back?', 'uptodate', '9.3.'],
  ['Where is it written down what I added and removed, and when?', 'uptodate', '9.4.'],
  ['All computers in my office should fetch the new versions once only.', 'uptodate', '9.6.'],
  ['Is it safe to remove the Linux image of before?', 'kernel', '10.4.'],
  ['I want another editor to be the default one.', 'customizing', '11.11.'],
  [
    'I changed a file of a package and the next update overwrites it. How do I prevent that?',
    'customizing',
    '11.9.',
  ],
  ['How may ordinary users use the sound card without being root?', 'customizing', '11.2.'],
  ['I found a mistake in a program. Whom do I tell?', 'support', '12.5.'],
  ['How must I behave when I write to a list?', 'support', '12.2.1.1.'],
  ['I would like to give the project some money.', 'contributing', '13.3.'],
  ['How do I join as a member?', 'contributing', '13.1.'],
  ['May I sell copies of the disks?', 'redistributing', '14.1.'],
  ['Can a company ship its closed product as such a package?', 'redistributing', '14.4.'],
];

export const DEBIAN_QUESTIONS: readonly Question[] = OF_DEBIAN.map(([words, page, section]) => ({
  words,
  isAnswer: ({ name, title }) =>
    name.startsWith('debian-faq/') && name.includes(page) && ` ${title}`.includes(` ${section}`),
}));
