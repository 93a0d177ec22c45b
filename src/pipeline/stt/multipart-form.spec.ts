import { multipartForm } from './multipart-form.js';

const file = {
  field: 'file',
  name: 'turn.wav',
  type: 'audio/wav',
  pieces: [Buffer.from([0, 13]), Buffer.from([10, 255])],
};

const read = ({ body, contentType }: ReturnType<typeof multipartForm>) =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only servers should not read forms so
  new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();

describe('multipart form with a file', () => {
  it('is parsed back to its parts', async () => {
    const form = await read(
      multipartForm({ model: 'whisper-1', prompt: 'Zoë, "Ångström"\r\nand\n', temperature: 0 }, file),
    );
    const sound = form.get('file') as File;
    expect([...form.keys()]).toEqual(['model', 'prompt', 'temperature', 'file']);
    expect(form.get('prompt')).toBe('Zoë, "Ångström"\r\nand\n');
    expect(form.get('temperature')).toBe('0');
    expect([sound.name, sound.type]).toEqual(['turn.wav', 'audio/wav']);
    expect(Buffer.from(await sound.arrayBuffer())).toEqual(Buffer.concat(file.pieces));
  });

  it('names nested members and omits null values', async () => {
    const fields = {
      include: ['logprobs', 'words'],
      vad: { type: 'server', ms: 200 },
      none: null,
      unset: undefined,
    };
    const form = await read(multipartForm(fields, file));
    const texts = [...form].filter(([, value]) => typeof value === 'string');
    expect(texts).toEqual([
      ['include[]', 'logprobs'],
      ['include[]', 'words'],
      ['vad[type]', 'server'],
      ['vad[ms]', '200'],
    ]);
  });

  it('escapes names that could forge a part', async () => {
    const name = 'a"\r\n\r\nb\r\n';
    const form = await read(multipartForm({ [name]: 'x' }, file));
    expect([...form.keys()]).toEqual([name, 'file']);
    expect(form.get(name)).toBe('x');
  });
});
