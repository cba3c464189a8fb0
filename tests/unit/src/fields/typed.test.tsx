// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteServerTime } from '../../../../src/api/clock.ts';
import { DateBox, parseDateInput } from '../../../../src/fields/dates/DateBox.tsx';
import { Filter } from '../../../../src/fields/filters/numberRange.tsx';
import { FigureField } from '../../../../src/fields/inputs/plain.tsx';
import { schemaOf } from '../../../../src/fields/schemas.ts';
import type { Resource } from '../../../../src/schema/define.ts';
import { f } from '../../../../src/schema/fields.ts';
import type { Field } from '../../../../src/schema/kinds/field.ts';
import { numberFault } from '../../../../src/schema/kinds/figure.ts';
import { parseNumber } from '../../../../src/schema/kinds/figureText.ts';
import type { Row } from '../../../../src/schema/kinds/value.ts';
import { Inputs } from '../../../../src/screens/record/Inputs.tsx';
import { i18nIn } from '../../../support/i18n.ts';
import { Stand } from '../layout/frame.tsx';
import { things } from '../screens/thing.tsx';

afterEach(cleanup);
const box = (name: string) => screen.findByRole('textbox', { name }) as Promise<HTMLInputElement>;
const put = async (name: string, text: string) => fireEvent.change(await box(name), { target: { value: text } });
const notANumber = 'Должно быть числом';

describe('a number as people write it', () => {
  it.each([
    ['1 000', 1000],
    ['1\u00a0234\u202f567,5', 1234567.5],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['+5', 5],
    ['\u22125', -5],
    ['5.', 5],
    [',5', 0.5],
    ['１２', 12],
    ["1'000", 1000],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['-1.234.567', -1234567],
    ['1,000,000', 1000000],
    ['1.234.567,8', 1234567.8],
  ])('%j is %d', (text, value) => expect(parseNumber(text)).toBe(value));

  it.each([
    '2e3',
    '--',
    '',
    '1 5',
    '1-2',
    '1,00,000',
    '1.234,567.8',
    '1.23,4',
    '0x10',
    'Infinity',
    '12 км',
    '12abc',
    '½',
    '5..',
    '1,5,',
  ])('%j is none', text => expect(parseNumber(text)).toBeUndefined());

  it.each([
    ['12 км', 'distance', 12],
    ['60 км/ч', 'speed', 60],
    ['60 km/h', 'speed', 60],
    ['1 500,50 ₽', 'money', 1500.5],
    ['1500 руб.', 'money', 1500],
    ['2018 г.', 'number', 2018],
    ['12 км', 'speed', undefined],
  ] as const)('%j of %s is %s', (text, kind, value) => expect(parseNumber(text, kind)).toBe(value));

  it.each([
    ['1.000', '1000', '1,0'],
    ['1,000', '1000', '1,0'],
    ['12,500 км', '12500', '12,5'],
    ['-1,234', '-1234', '-1,2340'],
  ])('%j may be %s or %s', (text, thousands, fraction) => {
    expect(parseNumber(text, 'distance')).toBeUndefined();
    const fault = numberFault(text, f.distance(), new Date());
    expect(fault).toMatchObject({ message: 'ambiguousNumber', values: { thousands, fraction: { ru: fraction } } });
    for (const written of [thousands, fraction]) expect(parseNumber(written, 'distance')).not.toBeUndefined();
  });

  it.each([
    ['0,125', 0.125],
    ['1,0000', 1],
    ['1234,567', 1234.567],
    ['12 500 км', 12500],
  ])('%j has one meaning', (text, value) => expect(parseNumber(text, 'distance')).toBe(value));
});

describe('an input of a number', () => {
  const value = vi.fn();
  const show = (field: Field, start: unknown = 7) =>
    render(
      <Stand>
        <Form
          record={{ id: 1, N: start } as never}
          onSubmit={(values: Row) => value(values.N)}
          mode="onChange"
          resolver={async values => {
            const schema = schemaOf(field, i18nIn('ru'));
            return schema.validate(values.N).then(
              () => ({ values, errors: {} }),
              ({ message }: Error) => ({ values: {}, errors: { N: { type: 'manual', message } } }),
            );
          }}
        >
          <FigureField name="N" source="N" label="Число" field={field} resource={things} />
          <button type="submit">Сохранить</button>
        </Form>
      </Stand>,
    );

  it('is no spinner: neither the wheel nor an arrow key changes it', async () => {
    show(f.number());
    const input = await box('Число');
    expect([input.type, input.value]).toEqual(['text', '7']);
    input.focus();
    fireEvent.wheel(input, { deltaY: 100 });
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    expect(input.value).toBe('7');
  });

  it.each([
    ['1 000', 1000, '1000'],
    ['1,5', 1.5, '1,5'],
    ['+5', 5, '5'],
  ])('takes %j on sight', async (text, number, shown) => {
    show(f.number());
    await put('Число', text);
    fireEvent.blur(await box('Число'));
    expect((await box('Число')).value).toBe(shown);
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(value).toHaveBeenLastCalledWith(number));
  });

  it('asks what is meant by a number that may be a thousand or one', async () => {
    value.mockClear();
    show(f.number());
    await put('Число', '1.000');
    await screen.findByText('Может быть 1000 или 1,0. Напишите одно из них');
    expect((await box('Число')).value).toBe('1.000');
    fireEvent.click(screen.getByRole('button'));
    await screen.findByText('Может быть 1000 или 1,0. Напишите одно из них');
    expect(value).not.toHaveBeenCalled();
  });

  it.each(['2e3', '--', '12 кг', 'много'])(
    'says that %j is none while it stands there, and sends nothing',
    async text => {
      value.mockClear();
      show(f.number());
      await put('Число', text);
      await screen.findByText(notANumber);
      fireEvent.blur(await box('Число'));
      expect((await box('Число')).value).toBe(text);
      fireEvent.click(screen.getByRole('button'));
      await screen.findByText(notANumber);
      expect(value).not.toHaveBeenCalled();
    },
  );
});

describe('a plate that may be a mistyped one', () => {
  it('is doubted while it is typed, and not where it is stored', async () => {
    const withPlate: Resource = { ...things, fields: { ...things.fields, Plate: f.plate({}) }, form: ['Plate'] };
    render(
      <Stand>
        <Form record={{ id: 1, Plate: '1234AB7' }}>
          <Inputs resource={withPlate} names={['Plate']} />
        </Form>
      </Stand>,
    );
    const input = await screen.findByRole('textbox');
    expect(screen.queryByRole('status')).toBeNull();
    fireEvent.change(input, { target: { value: '1234AC7' } });
    expect((await screen.findByRole('status')).textContent).toContain('Похоже на российский номер с ошибкой');
    fireEvent.change(input, { target: { value: '1234AB7' } });
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });
});

describe('a filter between two numbers', () => {
  const asked = vi.fn();
  const Range = () => {
    const [values, setValues] = useState<Row>({});
    const change = (changed: Row) => {
      asked(changed);
      setValues({ ...values, ...changed });
    };
    return <Filter name="Seen" field={f.distance({})} resource={things} values={values} onChange={change} />;
  };

  it('asks for what is a number, and says of anything else that it is none', async () => {
    render(
      <Stand>
        <Range />
      </Stand>,
    );
    expect((await box('От')).type).toBe('text');
    await put('От', '1 000,5 км');
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ SeenFrom: 1000.5, SeenTo: undefined }));
    asked.mockClear();
    await put('До', '2e3');
    await screen.findByText(notANumber);
    fireEvent.blur(await box('До'));
    expect((await box('До')).value).toBe('2e3');
    expect(asked).not.toHaveBeenCalled();
    await put('До', '1.000');
    await screen.findByText('Может быть 1000 или 1,0. Напишите одно из них');
    expect(asked).not.toHaveBeenCalled();
    await put('До', '2000');
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ SeenFrom: 1000.5, SeenTo: 2000 }));
  });
});

describe('a date that is typed or pasted', () => {
  const reading = { zone: 'Europe/Moscow', now: new Date('2026-11-26T12:00:00Z'), isFinal: true } as const;
  it.each([
    ['05.03.1985', '1985-03-05'],
    ['5.3.1985', '1985-03-05'],
    ['05.03.1985 г.', '1985-03-05'],
    ['05.03.1985 14:30', '1985-03-05'],
    ['05/03/1985', '1985-03-05'],
    ['05-03-1985', '1985-03-05'],
    ['05,03,1985', '1985-03-05'],
    ['05 03 1985', '1985-03-05'],
    ['05.03.85', '1985-03-05'],
    ['5 марта 1985', '1985-03-05'],
    ['1985-03-05', '1985-03-05'],
    ['05031985', '1985-03-05'],
    ['\u200e05.03.1985\u00a0г.', '1985-03-05'],
    ['05 Mar 1985', '1985-03-05'],
    ['05.03.', 'unfinished'],
    ['31.02.1985', 'unfinished'],
    ['05.03.0085', 'unfinished'],
    ['вчера', '2026-11-25'],
    ['Today', '2026-11-26'],
    ['в среду', 'unfinished'],
    [' ', null],
  ])('%j is the day %s', (text, wire) => expect(parseDateInput(text, { ...reading, style: 'day' })).toBe(wire));

  it.each([
    ['05.03.2026 14:30', '2026-03-05T11:30:00.000Z'],
    ['05.03.2026, 14:30', '2026-03-05T11:30:00.000Z'],
    ['2026-03-05T14:30:00Z', '2026-03-05T14:30:00.000Z'],
    ['050320261430', '2026-03-05T11:30:00.000Z'],
    ['05.03.2026', '2026-03-04T21:00:00.000Z'],
    ['сегодня 14:30', '2026-11-26T11:30:00.000Z'],
    ['вчера в 9:05', '2026-11-25T06:05:00.000Z'],
    ['14:30 05.03.2026', '2026-03-05T11:30:00.000Z'],
    ['05.03.2026 14.30', '2026-03-05T11:30:00.000Z'],
    ['5/3/2026 2:30 pm', '2026-03-05T11:30:00.000Z'],
    ['05.03.2026 25:00', 'unfinished'],
    ['05.03.2026 14', 'unfinished'],
  ])('%j is the moment %s', (text, wire) => expect(parseDateInput(text, { ...reading, style: 'moment' })).toBe(wire));

  it('neither a year of two digits nor a day without its time is taken before one has left the field', () => {
    expect(parseDateInput('05.03.19', { ...reading, style: 'day', isFinal: false })).toBe('unfinished');
    expect(parseDateInput('05.03.2026', { ...reading, style: 'moment', isFinal: false })).toBe('unfinished');
  });

  const changed = vi.fn();
  const Box = ({ children }: { children?: ReactNode }) => {
    const [value, setValue] = useState<string | null>('2026-01-10');
    const change = (wire: string | null) => {
      changed(wire);
      setValue(wire);
    };
    return (
      <Stand>
        <DateBox style="day" label="День" value={value} onChange={change} />
        {children}
      </Stand>
    );
  };

  it('stands there until it is one, with a message once one has left the field', async () => {
    render(<Box />);
    expect((await box('День')).value).toBe('10.01.2026');
    await put('День', '05.03.');
    expect(screen.queryByText('Должно быть датой')).toBeNull();
    fireEvent.blur(await box('День'));
    await screen.findByText('Должно быть датой');
    expect([(await box('День')).value, (await box('День')).getAttribute('aria-invalid')]).toEqual(['05.03.', 'true']);
    await put('День', '5.3.85');
    fireEvent.blur(await box('День'));
    expect((await box('День')).value).toBe('05.03.1985');
    expect(changed).toHaveBeenLastCalledWith('1985-03-05');
    expect(screen.queryByText('Должно быть датой')).toBeNull();
  });

  it("has the century that the server's clock says", async () => {
    noteServerTime('Mon, 03 Mar 2070 09:00:00 GMT');
    try {
      render(<Box />);
      await put('День', '5.3.65');
      fireEvent.blur(await box('День'));
      expect(changed).toHaveBeenLastCalledWith('2065-03-05');
    } finally {
      noteServerTime(new Date().toUTCString());
    }
  });
});
