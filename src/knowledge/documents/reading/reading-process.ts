import { stepBack } from '../../../common/threads/index.js';
import { readFile } from './read-file.js';
import type { FileToRead } from './reading-messages.js';

// Reads one file in a process of its own, which may be killed at any moment.
stepBack();
process.once('message', (file) => {
  void readFile(file as FileToRead).then((read) => process.send?.(read, () => process.disconnect()));
});
