import { ChildProgram } from '../../support/child-program.js';

/** Starts the providers' stand-in in its own process, so that it never blocks. */
export class Providers {
  private constructor(
    private readonly program: ChildProgram<{ readonly url: string }>,
    /** Settings for the service to use it. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<Providers> {
    const program = new ChildProgram<{ readonly url: string }>('test/scaling/support/providers-process.ts');
    const { url } = await program.next();
    return new Providers(program, { LLM_URL: url, STT_URL: url, TTS_URL: url });
  }

  get pid(): number {
    return this.program.pid;
  }

  async close(): Promise<void> {
    await this.program.stop();
  }
}
