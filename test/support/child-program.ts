import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { compiledPath } from '../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../scripts/lib/project.mjs';

const PROJECT = inProject();

/** A compiled test program in its own process that communicates by messages. */
export class ChildProgram<M> {
  private readonly child: ChildProcess;
  private readonly messages: M[] = [];
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  /** @param file Path of a TypeScript file from the project's root. */
  constructor(file: string) {
    this.child = fork(compiledPath(file), {
      cwd: PROJECT,
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child.on('message', (message) => {
      // Our own program: its messages have the declared type.
      this.messages.push(message as M);
      this.wake();
    });
    this.child.on('exit', (code) => {
      this.failure = new Error(`${file} ended with ${code}`);
      this.wake();
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  tell(message: object): void {
    this.child.send(message);
  }

  /** The next message. @throws Error when the program exits instead. */
  async next(): Promise<M> {
    for (;;) {
      const message = this.messages.shift();
      if (message !== undefined) return message;
      if (this.failure) throw this.failure;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  async stop(): Promise<void> {
    if (this.failure) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
