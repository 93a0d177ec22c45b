import os from 'node:os';

it('tells how far it steps back', () => {
  console.log(`niceness: ${os.getPriority()}`);
});
