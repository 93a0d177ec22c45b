import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsObject, IsString, ValidateNested } from 'class-validator';
import { plainToDto } from './plain-to-dto.js';
import { createValidationPipe } from './validation.pipe.js';

class Inner {
  @IsString()
  name!: string;
}

class Outer {
  @ValidateNested()
  @Type(() => Inner)
  inner!: Inner;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Inner)
  list: Inner[] = [];

  @IsObject()
  document!: object;
}

const crowd = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));

describe('a DTO', () => {
  it('has only the declared fields and accepts a document of any size', () => {
    const document = crowd(50_000);
    const dto = plainToDto(Outer, { inner: { name: 'a' }, list: [{ name: 'b' }], document }) as Outer;
    expect([dto, dto.inner, dto.list[0]].map((each) => each?.constructor)).toEqual([Outer, Inner, Inner]);
    expect(dto.document).toBe(document);
  });

  it.each([
    ['fields of the body', crowd(101)],
    ['fields of an object in it', { inner: crowd(101) }],
    ['fields of an item', { list: [{ name: 'a' }, crowd(101)] }],
    ['items', { list: Array.from({ length: 1_001 }, () => ({})) }],
  ])('rejects more %s than allowed with a clear message', async (_what, body) => {
    const pipe = createValidationPipe();
    await expect(pipe.transform(body, { type: 'body', metatype: Outer })).rejects.toMatchObject({
      code: 'SCHEMA_VALIDATION_FAILED',
      message: expect.stringMatching(/at most (100|1000) are allowed/),
    });
  });
});
