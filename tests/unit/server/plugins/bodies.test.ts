import { describe, expect, it } from 'vitest';
import { readBody } from '../../../../server/modules/ingest/reading.ts';
import { replaceNonNumbers } from '../../../../server/plugins/bodies.ts';
import { cpuMsOf } from '../../../support/cpu.ts';

describe('NaN and Infinity in the JSON of a device', () => {
  it.each([
    ['{"a":NaN}', '{"a":null}'],
    ['{"a":-Infinity,"b":[nan,-NAN , inf,INF]}', '{"a":null,"b":[null,null , null,null]}'],
    ['{"NaN":"-Infinity","b":NaN}', '{"NaN":"-Infinity","b":null}'],
    ['{"a":"\\"NaN","b\\\\":NaN}', '{"a":"\\"NaN","b\\\\":null}'],
    ['{"имя":"NaN é 😀","b":NaN}', '{"имя":"NaN é 😀","b":null}'],
    ['[-1,1e-9,true,false,null,NaN]', '[-1,1e-9,true,false,null,null]'],
    ['NaN', 'null'],
    // A body that ends within a word or a text is no JSON, with or without a replacement.
    ['{"a":Na', '{"a":Na'],
    ['{"a":"NaN', '{"a":"NaN'],
    ['{"a":"NaN\\', '{"a":"NaN\\'],
  ])('become null outside texts: %s', (body, expected) => {
    expect(replaceNonNumbers(Buffer.from(body)).toString()).toBe(expected);
  });

  it('cost little more than null, however many a body has', async () => {
    const readPositions = (word: string) => {
      const bytes = Buffer.from(`{"MessageId":"m","Imei":"1","Positions":[${`${word},`.repeat(3_000_000)}0]}`);
      return cpuMsOf(() => expect(readBody('statistic', bytes, undefined)).toHaveProperty('messages'));
    };
    await readPositions('null');
    expect((await readPositions('NaN')) / (await readPositions('null'))).toBeLessThan(4);
  });
});
