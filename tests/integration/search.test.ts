import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchKeyOf, wordsOf } from '../../server/engine/search/matching/keys.ts';
import { searchSources } from '../../server/engine/search/service.ts';
import { insurer } from '../../server/insurer.ts';
import { calls } from '../../src/contract/index.ts';
import type { SearchAnswer } from '../../src/contract/shapes/search.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { givenSearchable } from '../support/searchable.ts';

let app: TestApp;
let company: number;
let manager: ReturnType<TestApp['as']>;
let operator: ReturnType<TestApp['as']>;
let stranger: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  await givenSearchable(app, company);
  manager = app.as((await app.given.account(company, 'MANAGER', { full_name: 'Manager' })).token);
  operator = app.as((await app.given.account(company, 'OPERATOR', { full_name: 'Zoe' })).token);
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

const ask = async (who: ReturnType<TestApp['as']>, q: string, more = ''): Promise<SearchAnswer> => {
  const { status, body } = await who('GET', `/api/v3/search?q=${encodeURIComponent(q)}${more}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const first = ({ Groups }: SearchAnswer, kind: string): string | undefined =>
  Groups.find(({ Kind }) => Kind === kind)?.Items[0]?.Title;

const ivanov = 'DD-000123';
const khasanova = 'DD-000777';
const zhukov = 'DD-001500';
const saltykov = 'КАСКО/2026-15';
const evert = 'DD-002000';
const belova = 'Белова Ольга Юрьевна';

describe('what is typed leads to what is meant', () => {
  it.each([
    // The number of the voucher
    ['as it stands', 'DD-000123', 'voucher', ivanov],
    ['without its hyphen', 'dd000123', 'voucher', ivanov],
    ['with a space', 'DD 000123', 'voucher', ivanov],
    ['its beginning', 'DD-0007', 'voucher', khasanova],
    ['its digits', '000123', 'voucher', ivanov],
    ['its end', '1500', 'voucher', zhukov],
    ['by sound in Cyrillic', 'дд-000123', 'voucher', ivanov],
    ['in the Russian layout', 'ВВ-000123', 'voucher', ivanov],
    ['with signs inside', 'каско 2026 15', 'voucher', saltykov],
    ['in the American layout', 'rfcrj/2026', 'voucher', saltykov],

    // The plate
    ['in Cyrillic', 'А123ВС77', 'voucher', ivanov],
    ['in Latin', 'A123BC77', 'voucher', ivanov],
    ['small, with gaps and a hyphen', 'a 123 bc-77', 'voucher', ivanov],
    ['in both alphabets at once', 'а123bс77', 'voucher', ivanov],
    ['Cyrillic meant, American layout', 'f123dc77', 'voucher', ivanov],
    ['Latin meant, Russian layout', 'ф123ис77', 'voucher', ivanov],
    ['without its region', 'а123вс', 'voucher', ivanov],
    ['series and digits', 'к456', 'voucher', khasanova],
    ['digits and letters from the middle', '456мр', 'voucher', khasanova],
    ['kept with gaps, typed without', 'о007оо99', 'voucher', zhukov],
    ['with X for Х', 'x001xx50', 'voucher', saltykov],
    ['digits in brackets', '(Е) 555 [КХ] 777', 'voucher', evert],
    ['the accident of a plate', 'т900уу', 'accident', '500123'],

    // IMEI and VIN
    ['a whole IMEI', '352093081122334', 'voucher', ivanov],
    ['an IMEI in groups', '35-209308-112233-4', 'voucher', ivanov],
    ['the beginning of an IMEI', '86027705', 'voucher', khasanova],
    ['the last four digits of an IMEI', '6543', 'voucher', khasanova],
    ['the last six', '122334', 'voucher', ivanov],
    ['the device itself', '999888', 'device', '866861041999888'],
    ['the SIM in a device', '5151', 'device', '866861041999888'],
    ['a whole VIN', 'Z94CT41DBHR654321', 'voucher', ivanov],
    ['the end of a VIN', '987654', 'voucher', khasanova],
    ['the end of a VIN with letters', 'ly987654', 'voucher', khasanova],
    ['a VIN in the Russian layout', 'яыеф', 'none', undefined],
    ['the beginning of a VIN', 'WDC253', 'voucher', zhukov],

    // Phones
    ['with +7', '+79161234567', 'voucher', ivanov],
    ['with 8', '89161234567', 'voucher', ivanov],
    ['with 7', '79161234567', 'voucher', ivanov],
    ['without a country', '9161234567', 'voucher', ivanov],
    ['as people write it', '8 (916) 123-45-67', 'voucher', ivanov],
    ['kept with brackets', '89265551122', 'voucher', khasanova],
    ['kept with 8, typed with +7', '+7 903 111-22-33', 'voucher', zhukov],
    ['the last four digits', '4567', 'voucher', ivanov],
    ['the last in pairs', '45-67', 'voucher', ivanov],
    ['the second phone of a client', '234321', 'client', belova],
    ['the beginning of a phone', '+7916999', 'client', belova],
    ['the phone of an accident', '7788', 'accident', '500123'],
    ['the phone of an operator', '0001122', 'operator', 'Соловьёв Денис'],

    // Names
    ['a surname', 'иванов', 'voucher', ivanov],
    ['its beginning', 'хаса', 'voucher', khasanova],
    ['in capitals', 'ЖУКОВ', 'voucher', zhukov],
    ['е for ё', 'федор', 'voucher', zhukov],
    ['ё where it stands', 'пётр', 'voucher', ivanov],
    ['ё typed, е meant', 'сёргеевич', 'voucher', ivanov],
    ['in the American layout', 'bdfyjd', 'voucher', ivanov],
    ['Ж and Х lie on signs there', ';erjd', 'voucher', zhukov],
    ['Х too', '[fcfyjdf', 'voucher', khasanova],
    ['Э and Ю too', "'dthn .kbz", 'voucher', evert],
    ['by sound in Latin', 'ivanov', 'voucher', ivanov],
    ['kh and zh by sound', 'khasanova', 'voucher', khasanova],
    ['zh', 'zhukov', 'voucher', zhukov],
    ['a double surname by its second part', 'щедрин', 'voucher', saltykov],
    ['by both parts', 'салтыков щедрин', 'voucher', saltykov],
    ['a part from the middle', 'асано', 'voucher', khasanova],
    ['name before surname', 'пётр иванов', 'voucher', ivanov],
    ['patronymic first', 'сергеевич иванов', 'voucher', ivanov],
    ['surname and initials', 'иванов п с', 'voucher', ivanov],
    ['beginnings of both', 'алё хас', 'voucher', khasanova],
    ['the client herself', 'белова ольга', 'client', belova],
    ['the operator', 'денис соловьев', 'operator', 'Соловьёв Денис'],

    // Cars, and words of several kinds in any order
    ['surname and model by how it is said', 'иванов солярис', 'voucher', ivanov],
    ['the other way round', 'солярис иванов', 'voucher', ivanov],
    ['model as one begins to type it', 'соляр', 'voucher', ivanov],
    ['maker as it is written', 'mercedes', 'voucher', zhukov],
    ['maker as it is said', 'мерседес', 'voucher', zhukov],
    ['a model with a digit', 'bmw x5', 'voucher', evert],
    ['model and region of the plate', 'рио 50', 'voucher', saltykov],
    ['name and the end of a phone', 'иванов 4567', 'voucher', ivanov],
    ['name and plate', 'хасанова к456', 'voucher', khasanova],
    ['town and car', 'выборг октавия', 'accident', '500123'],
    ['town and car in the American layout', 'ds,jhu jrnfdbz', 'accident', '500123'],
    ['a name with a letter of another alphabet', 'skoda', 'none', undefined],

    // E-mails and accidents
    ['an e-mail', 'olga.belova_77@example.com', 'client', belova],
    ['its beginning', 'olga.bel', 'client', belova],
    ['an e-mail in the Russian layout', 'щдпфюиудщмф', 'client', belova],
    ['the e-mail of an operator', 'd.solovyov@demo', 'operator', 'Соловьёв Денис'],
    ['the number of an accident', '500123', 'accident', '500123'],
    ['its beginning', '5001', 'accident', '500123'],
    ['with a number sign', '№ 500123', 'accident', '500123'],
    ['the voucher of an accident', 'dd-004040', 'accident', '500123'],
  ])('%s: %s', async (_how, q, kind, title) => {
    expect(first(await ask(manager, q), kind)).toBe(title);
  });
});

describe('what comes first', () => {
  it('an exact key before the beginning of one, before a tail, before a part', async () => {
    const own = await app.given.company();
    const boss = app.as((await app.given.account(own, 'MANAGER')).token);
    await app.given.voucher(own, { number: 'A-43210-B', imei: null });
    await app.given.voucher(own, { number: 'B', imei: '860277059874321' });
    await app.given.voucher(own, { number: '4321-7', imei: null });
    const numbers = async (q: string) => (await ask(boss, q)).Groups[0]?.Items.map(({ Title }) => Title);
    const order = ['4321-7', 'B', 'A-43210-B'];
    expect(await numbers('4321')).toEqual(order);
    // The same search again keeps the order, so that no row moves under the pointer.
    expect(await numbers('4321')).toEqual(order);
    await app.given.voucher(own, { number: '4321', imei: null });
    expect((await numbers('4321'))?.[0]).toBe('4321');
  });

  it('whole words before beginnings of words', async () => {
    const own = await app.given.company();
    const boss = app.as((await app.given.account(own, 'MANAGER')).token);
    for (const client_name of ['Иванова Анна', 'Петров Иван', 'Иванов Олег', 'Диванов Олег'])
      await app.given.voucher(own, { number: client_name, client_name });
    const { Groups } = await ask(boss, 'иванов');
    expect(Groups[0]?.Items.map(({ Title }) => Title)).toEqual(['Иванов Олег', 'Иванова Анна', 'Диванов Олег']);
  });

  it('says by what it was found, and where', async () => {
    const { Groups } = await ask(manager, '122334');
    expect(Groups[0]?.Items[0]).toMatchObject({
      Title: 'DD-000123',
      Subtitle: '352093081122334 · Иванов Пётр Сергеевич · А123ВС77 · Hyundai Solaris',
      SubtitleMarks: [[9, 15]],
    });
  });

  it('says it of each word', async () => {
    const { Groups } = await ask(manager, 'иванов 09308');
    expect(Groups[0]?.Items[0]?.Subtitle).toBe('352093081122334 · Иванов Пётр Сергеевич · А123ВС77 · Hyundai Solaris');
  });

  it('leads to the page of an accident', async () => {
    const { Groups } = await ask(operator, '500123');
    expect(Groups[0]?.Items[0]?.Path).toMatch(/^\/cabinet\/accidents\/opened\/500123\/object-/);
  });

  it('gives no more hits than asked for', async () => {
    const { Groups } = await ask(manager, 'DD', '&limit=2');
    expect(Groups.find(({ Kind }) => Kind === 'voucher')?.Items).toHaveLength(2);
  });
});

describe('what is copied from messengers, contacts and PDFs', () => {
  const drozdova = 'DD-003000';
  const shchegoleva = 'DD-005000';
  const [wiesner, noPatronymic] = ['DD-006000', 'DD-006004'];
  const [ltr, rtl, soft] = ['\u202a', '\u200e', '\u00ad'];
  let stored: number;
  let bossToken: string;
  beforeAll(async () => {
    const own = await app.given.company();
    bossToken = (await app.given.account(own, 'MANAGER')).token;
    boss = app.as(bossToken);
    await app.given.voucher(own, {
      number: 'DD-009999',
      client_name: 'Дроздова Алла Петровна',
      client_phone: '+79990000000',
    });
    const answer = await boss('POST', '/api/v2/Voucher', {
      VoucherNumber: `№ DD‑003000${rtl}`,
      Client: {
        LastName: `${rtl}Дроз${soft}дова\u00a0`,
        FirstName: 'Анна',
        MiddleName: 'Борисовна',
        Phone: `${ltr}+7\u00a0931\u2009209‑87–41\u202c`,
        SecondPhone: 'tel:84951234567;ext=123',
      },
      Vehicle: { Brand: 'Kia', Model: 'Rio', RegNumber: `М 321 ТЕ | 178 RUS${rtl}`, Vin: '*WVWZZZ1KZ‑AW 000001*' },
      Imei: 'IMEI: 35‑693803\u00a0564380—9',
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    stored = answer.body.Id;
    const doubleSurname = await boss('POST', '/api/v2/Voucher', {
      VoucherNumber: shchegoleva,
      Client: { LastName: 'Щёголева-Крафт', FirstName: 'Анна', MiddleName: 'Эдуардовна', Phone: '+79125554433' },
      Vehicle: { Brand: 'Kia', Model: 'Rio', RegNumber: 'Т555ТТ55' },
    });
    expect(doubleSurname.status, JSON.stringify(doubleSurname.body)).toBe(201);
    await app.given.voucher(own, { number: 'DD-005001', client_name: 'Щёголева-Крафт Мария Эдуардовна' });
    await app.given.voucher(own, { number: 'DD-005002', client_name: 'Щёголева Мария Анатольевна' });
    const withBlank = await boss('POST', '/api/v2/Voucher', {
      VoucherNumber: wiesner,
      Client: { LastName: 'Лёвина Визнер', FirstName: 'Анна', MiddleName: 'Эдуардовна', Phone: '+79125554434' },
      Vehicle: { Brand: 'Kia', Model: 'Rio', RegNumber: 'Т556ТТ55' },
    });
    expect(withBlank.status, JSON.stringify(withBlank.body)).toBe(201);
    await app.given.voucher(own, { number: 'DD-006001', client_name: 'Лёвина Визнер Мария Эдуардовна' });
    await app.given.voucher(own, { number: 'DD-006002', client_name: 'Лёвина Мария Анатольевна' });
    await app.given.voucher(own, {
      number: 'DD-006003',
      client_name: 'Лёвина Мария Эдуардовна',
      reg_number: 'А555ЕЕ77',
    });
    await app.given.voucher(own, { number: noPatronymic, client_name: 'Гримм Штейн Юлия' });
    await app.given.voucher(own, { number: 'DD-006005', client_name: 'Гримм Ольга Юрьевна' });
    // Spelling as earlier releases stored it.
    await app.given.voucher(own, {
      number: 'DD\u00a0004000',
      client_name: 'Сергеи\u0306чук\u00a0Пётр\u200b Ильич',
      client_phone: `+7\u00a0917\u2009111‑22–33`,
      reg_number: 'Н\u00a0777 НН‑77',
      vin: 'WDC2539461F\u200e555777',
    });
  });
  let boss: ReturnType<TestApp['as']>;

  it('is stored as it is kept', async () => {
    const { body } = await boss('GET', `/api/v2/Voucher/${stored}/details`);
    expect(body).toMatchObject({
      VoucherNumber: drozdova,
      ClientName: 'Дроздова Анна Борисовна',
      PhoneNumber: '+7 931 209-87-41',
      SecondaryPhoneNumber: '84951234567 доб. 123',
      VehicleRegNumber: 'М321ТЕ178',
      VIN: 'WVWZZZ1KZAW000001',
      IMEI: '356938035643809',
    });
  });

  const old = 'DD\u00a0004000';
  it.each([
    ['‪+7 931 209-87-41‬', drozdova],
    ['+7 931 209‑87‑41', drozdova],
    ['‎79312098741', drozdova],
    ['+7 931 209–87–41', drozdova],
    ['8\u00a0(931)\u2009209−87−41', drozdova],
    ['tel:+79312098741', drozdova],
    ['тел. +7 931 209-87-41', drozdova],
    ['+7 931 209-87-41 доб. 5', drozdova],
    ['９３１２０９８７４１', drozdova],
    ['Дроздова, +7 931 209-87-41', drozdova],
    ['№ DD—003000', drozdova],
    ['DD\u2060-003\u00ad000', drozdova],
    ['М321ТЕ178RUS', drozdova],
    ['м 321 те\u2011178', drozdova],
    ['VIN: WVWZZZ1KZAW000001', drozdova],
    ['wvwzzz1kz\u200bаw000001', drozdova],
    ['IMEI 35\u2011693803\u2011564380\u20119', drozdova],
    ['Дроздова А.Б.', drozdova],
    ['Дроздова\u00a0А.\u202fБ.', drozdova],
    ['А. Б. Дроздова', drozdova],
    ['Дроз\u00adдова Анна', drozdova],
    ['Дроздова\u3000Анна', drozdova],
    ['Dro\u200bzdova A.B.', drozdova],
    ['Дроздова, А. Б.,', drozdova],
    ['ИП Дроздова А.Б.', drozdova],
    ['факс 8 931 209-87-41', drozdova],
    ['TEL;TYPE=CELL:+79312098741', drozdova],
    ['9312098741.0', drozdova],
    ['(М321ТЕ178);', drozdova],
    ['VIN=WVWZZZ1KZAW000001', drozdova],
    ['Идентификационный номер (VIN): WVWZZZ1KZAW000001', drozdova],
    ['IMEI: 356938035643809;', drozdova],
    ['ИМЕЙ=356938035643809', drozdova],
    ['+7 917 111-22-33', old],
    ['89171112233', old],
    ['DD 004000', old],
    ['DD-004000', old],
    ['н777нн77', old],
    ['WDC2539461F555777', old],
    ['Сергейчук Пётр', old],
    ['Сергейчук П.И.', old],
    ['сергеи\u0306чук', old],
    ['Щёголева-Крафт А.Э.', shchegoleva],
    ['Щеголева\u2011Крафт А. Э.', shchegoleva],
    ['А.Э. Щёголева-Крафт', shchegoleva],
    ['Щёголева А.Э.', shchegoleva],
    ['Крафт А.Э.', shchegoleva],
    ['Shchegoleva-Kraft A.', shchegoleva],
    ['Щёголева Крафт А.Э.', shchegoleva],
    ['“Щёголева Крафт А.Э.”', shchegoleva],
    ['А. Э. Щеголева Крафт', shchegoleva],
    ['Щёголева - Крафт А. Э.', shchegoleva],
    ['Щёголева (Крафт) А.Э.', shchegoleva],
    ['Щёголева Крафт АЭ', shchegoleva],
    // Latin initials in a Russian name: as they look and as they sound.
    ['Щёголева-Крафт A.E.', shchegoleva],
    ['Щёголева Крафт A. E.', shchegoleva],
    ['Крафт А.E.', shchegoleva],
    ['Shchegoleva Kraft A.E.', shchegoleva],
    // The same with the American keyboard.
    ['O`ujktdf Rhfan F/"/', shchegoleva],
    ["o`ujktdf-rhfan f/'/", shchegoleva],
    // Stored with a blank.
    ['Лёвина А.Э.', wiesner],
    ['Левина А. Э.', wiesner],
    ['Лёвина А.', wiesner],
    ['А.Э. Лёвина', wiesner],
    ['Визнер А.Э.', wiesner],
    ['Визнер А.', wiesner],
    ['Лёвина-Визнер А.Э.', wiesner],
    ['Левина\u2011Визнер А.', wiesner],
    ['Лёвина Визнер А.Э.', wiesner],
    ['Levina-Vizner A.E.', wiesner],
    ['Levina A.E.', wiesner],
    ['Лёвина A.E.', wiesner],
    ['K`dbyf F/"/', wiesner],
    ['Гримм Ю.', noPatronymic],
    ['Гримм-Штейн Ю.', noPatronymic],
  ])('%j finds its voucher at every door', async (text, title) => {
    const q = encodeURIComponent(text);
    const answers = {
      header: first(await ask(boss, text), 'voucher'),
      list: (await boss('GET', `/api/v2/Voucher/table?search=${q}`)).body.Items?.map(
        ({ VoucherNumber }: { VoucherNumber: string }) => VoucherNumber,
      ),
      picker: (await boss('GET', `/api/v2/Voucher/pick?search=${q}`)).body.map(
        ({ VoucherNumber }: { VoucherNumber: string }) => VoucherNumber,
      ),
    };
    expect(answers).toEqual({ header: title, list: [title], picker: [title] });
  });

  it.each([
    ['Client/pick?search=', 'Анна Дроздова', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Client/pick?search=', 'Drozdova Anna', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Client/pick?search=', 'Lhjpljdf Fyyf', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Client/pick?search=', 'ИП Дроздова А.Б.', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Client/pick?search=', 'Дроздова, 8 931 209-87-41', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Client/pick?search=', 'Дроздова А.Б.', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Client/pick?search=', 'Щёголева А.Э.', 'Щёголева-Крафт Анна Эдуардовна, +7 912 555-44-33'],
    ['Client/pick?search=', 'Щёголева Крафт A.E.', 'Щёголева-Крафт Анна Эдуардовна, +7 912 555-44-33'],
    ['Client/pick?search=', 'Щёголева-Крафт А.Э.', 'Щёголева-Крафт Анна Эдуардовна, +7 912 555-44-33'],
    ['Client/pick?search=', 'Крафт А.Э.', 'Щёголева-Крафт Анна Эдуардовна, +7 912 555-44-33'],
    ['Client/pick?search=', 'Лёвина А.Э.', 'Лёвина Визнер Анна Эдуардовна, +7 912 555-44-34'],
    ['Client/pick?search=', 'Визнер А.', 'Лёвина Визнер Анна Эдуардовна, +7 912 555-44-34'],
    ['Client/pick?search=', 'Левина-Визнер А.Э.', 'Лёвина Визнер Анна Эдуардовна, +7 912 555-44-34'],
    ['Client/pick?search=', '‪+7 931 209‑87‑41‬', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Client/pick?search=', 'tel:84951234567;ext=123', 'Дроздова Анна Борисовна, +7 931 209-87-41'],
    ['Device/list/imei?search=', 'IMEI: 35-693803\u00a0564380', '356938035643809'],
  ])('%s%j offers it', async (call, text, title) => {
    const { body } = await boss('GET', `/api/v2/${call}${encodeURIComponent(text)}`);
    expect(body.map(({ Title }: { Title: string }) => Title)).toEqual([title]);
  });

  it('shows the extension of a phone in the language of the reader', async () => {
    const subtitle = async (language: 'ru' | 'en') => {
      const { Groups } = await ask(app.as(bossToken, language), '84951234567');
      return Groups.find(({ Kind }) => Kind === 'client')?.Items[0]?.Subtitle;
    };
    expect(await subtitle('ru')).toMatch(/^84951234567 доб\. 123 · /);
    expect(await subtitle('en')).toMatch(/^84951234567 ext\. 123 · /);
  });

  it('a filter finds it, and a number that is taken is not free', async () => {
    const filtered = async (filter: string, text: string) =>
      (await boss('GET', `/api/v2/Voucher/table?${filter}=${encodeURIComponent(text)}`)).body.Items.map(
        ({ VoucherNumber }: { VoucherNumber: string }) => VoucherNumber,
      );
    expect(await filtered('VoucherNumber', '№ DD‑003000')).toEqual([drozdova]);
    expect(await filtered('VoucherNumberIs', 'DD—003000\u200e')).toEqual([drozdova]);
    expect(await filtered('IMEI', '35 693803\u00a0564380')).toEqual([drozdova]);
    const free = async (value: string) =>
      (await boss('GET', `/api/v2/Voucher/free?value=${encodeURIComponent(value)}`)).body.Free;
    expect(await free('№\u00a0DD–003000')).toBe(false);
    expect(await free('DD-003001')).toBe(true);
  });
});

describe('numbers in letters that look alike', () => {
  const [latin, russian] = ['HH-70050', 'НН-70051'];
  const kept = async (number: string): Promise<{ Free: boolean; Alike: string | null }> =>
    (await manager('GET', `/api/v2/Voucher/free?value=${encodeURIComponent(number)}`)).body;
  beforeAll(async () => {
    for (const number of [latin, russian, '7/112']) await app.given.voucher(company, { number });
  });

  it.each([
    ['НН-70050', latin],
    ['HH-70051', russian],
    ['нн 70050', latin],
    ['ваучер НН-70050', latin],
  ])('%s leads to %s', async (typed, title) => {
    expect(first(await ask(manager, typed), 'voucher')).toBe(title);
    const { body } = await manager('GET', `/api/v2/Voucher/pick?search=${encodeURIComponent(typed)}`);
    expect(body.map(({ VoucherNumber }: { VoucherNumber: string }) => VoucherNumber)).toEqual([title]);
  });

  it('each of several numbers is found, more than a group has usually', async () => {
    const pasted = [latin, russian, ivanov, khasanova, zhukov, evert];
    const { Groups } = await ask(manager, pasted.join(' '), '&limit=5');
    const titles = Groups.find(({ Kind }) => Kind === 'voucher')?.Items.map(({ Title }) => Title);
    expect(new Set(titles)).toEqual(new Set(pasted));
  });

  it('a new number says which one it resembles', async () => {
    expect(await kept('НН-70050')).toEqual({ Free: true, Alike: latin, Doubt: null });
    expect(await kept('hh70050')).toEqual({ Free: true, Alike: latin, Doubt: null });
    expect(await kept(latin)).toEqual({ Free: false, Alike: null, Doubt: null });
    expect(await kept('НH-70052')).toEqual({ Free: true, Alike: null, Doubt: null });
    // Signs between digits are part of a number.
    expect(await kept('71/12')).toEqual({ Free: true, Alike: null, Doubt: null });
  });
});

describe('the database and the rules', () => {
  const texts = [
    'А 123 вс-77',
    'Салтыков-Щедрин, М.Е.',
    'КАСКО/2026-15',
    ' Ёлка  «Жук» №5 ',
    'olga.belova_77@example.com',
    'X-Trail',
    '\u202a+7\u00a0931\u2009209\u201187–41\u202c',
    'Дроз\u00adдова\u3000Сергеи\u0306',
    'ＤＤ－００１２３ ٤٥',
    'Ива\u0301нов\u2060 №\u202f5 − 7',
  ];
  it.each(texts)('spell %s alike', async text => {
    const { rows } = await app.connection.pool.query('select search_words($1) as words, search_plain($1) as key', [
      text,
    ]);
    expect(rows[0]).toEqual({ words: wordsOf(text).join(' '), key: searchKeyOf(text) });
  });

  it.each(
    searchSources(insurer.registry).flatMap(({ kind, table: { source: table }, keys }) =>
      keys.map(key => ({ kind, table, ...key })),
    ),
  )('read an index for $kind by $expression', async ({ table, expression, where = 'true', keyKind }) => {
    if (keyKind === 'number') return;
    const client = await app.connection.pool.connect();
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query(`explain select 1 from ${table} where company_id = 1 and ${where}
        and (${expression}) collate "C" >= 'A' and (${expression}) collate "C" < 'B' order by (${expression}) collate "C"`);
    await client.query('rollback');
    client.release();
    const plan = rows.map(row => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index (Only )?Scan using \w+_(key|tail)_\w+/);
    expect(plan).not.toContain('Sort');
  });
});

describe('who may find what', () => {
  it('another company finds nothing of it', async () => {
    for (const q of [
      'DD-000123',
      'А123ВС77',
      '352093081122334',
      'иванов солярис',
      '4567',
      'белова',
      'соловьёв',
      '5151',
    ])
      expect(await ask(stranger, q), q).toEqual({ Groups: [] });
  });

  it('an operator finds accidents only', async () => {
    for (const q of ['иванов', 'DD-00', 'белова', '999888', 'соловьёв', 'DD-004040', 'дмитриев'])
      for (const { Kind } of (await ask(operator, q)).Groups) expect(Kind, q).toBe('accident');
    expect(first(await ask(operator, 'дмитриев'), 'accident')).toBe('500123');
  });

  it('nobody without signing in', async () => {
    expect((await app.anonymous('GET', '/api/v3/search?q=a')).status).toBe(401);
    expect(calls['GET /api/v3/search'].access).toBe('account');
  });
});

describe('nasty input', () => {
  it.each([
    '%',
    '_',
    '%%%',
    '___',
    '\\',
    "'",
    '"',
    "' or 1=1 --",
    '{}',
    '()',
    ':*',
    '&|!',
    '<->',
    '   ',
    '🚗',
    'a'.repeat(200),
    'й'.repeat(200),
    '7'.repeat(200),
    'ё '.repeat(100),
  ])('%s is answered like any other', async q => {
    expect((await ask(manager, q)).Groups).toBeInstanceOf(Array);
  });

  it('a sign of the pattern language is no wildcard', async () => {
    for (const q of ['DD%123', '%']) expect(await ask(manager, q)).toEqual({ Groups: [] });
  });

  it.each([
    ['nothing', '', 'Поле обязательно для заполнения'],
    ['NUL', 'a\0b', 'В тексте есть недопустимый знак'],
    ['10,000 characters', 'a'.repeat(10_000), 'Не длиннее 200 знаков'],
  ])('%s is refused in words', async (_what, q, words) => {
    const { status, body } = await manager('GET', `/api/v3/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(400);
    expect(body.Errors).toEqual([{ Field: 'q', Message: words }]);
  });

  it('a limit out of bounds is refused by name', async () => {
    const { status, body } = await manager('GET', '/api/v3/search?q=a&limit=1000');
    expect({ status, field: body.Errors[0].Field }).toEqual({ status: 400, field: 'limit' });
  });
});

describe('a voucher finds what belongs to it', () => {
  let imei: string;
  let deviceId: number;
  let faultId: number;
  beforeAll(async () => {
    const plate = { reg_number: 'К908ХТ178', number: 'SEEK-771', client_name: 'Ревякина Зоя' };
    const voucher = await app.given.voucher(company, plate);
    imei = voucher.imei ?? '';
    await app.given.voucher(company, { ...plate, imei: null, number: 'SEEK-772', closed_at: app.clock.now() });
    const { pool } = app.connection;
    await pool.query(`update device set sim_number = '+79310002233', obu_brand = 'Галилео' where imei = $1`, [imei]);
    deviceId = (await pool.query('select id from device where imei = $1', [imei])).rows[0].id;
    const { rows } = await pool.query(
      `insert into anomaly_status (company_id, object_id, voucher_id, kind, began_at, last_at)
       values ($1, $2, $3, 'speed', now(), now()) returning id`,
      [company, voucher.objectId, voucher.id],
    );
    faultId = rows[0].id;
  });
  const idsOf = async (who: ReturnType<TestApp['as']>, list: string, text: string): Promise<number[]> => {
    const { status, body } = await who('GET', `/api/v2/${list}?search=${encodeURIComponent(text)}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.Total).toBe(body.Items.length);
    return body.Items.map(({ Id }: { Id: number }) => Id);
  };

  it.each(['К908ХТ178', 'k 908 xt-178', 'SEEK-771', 'seek771', 'Ревякина Зоя', 'Зоя Ревякина', 'Htdzrbyf'])(
    '%j finds the device in its list and picker, and the fault of the device',
    async text => {
      expect(await idsOf(manager, 'Device/table', text)).toEqual([deviceId]);
      expect(await idsOf(manager, 'Anomaly/status', text)).toEqual([faultId]);
      const offered = await manager('GET', `/api/v2/Device/list/imei?search=${encodeURIComponent(text)}`);
      expect(offered.body).toMatchObject([{ Title: imei }]);
      expect(await idsOf(stranger, 'Device/table', text)).toEqual([]);
      expect(await idsOf(stranger, 'Anomaly/status', text)).toEqual([]);
    },
  );

  it('a device is still found by its own texts, in the picker too', async () => {
    for (const text of ['Галилео', '8 931 000-22-33', imei.slice(3)]) {
      expect(await idsOf(manager, 'Device/table', text), text).toEqual([deviceId]);
      const offered = await manager('GET', `/api/v2/Device/list/imei?search=${encodeURIComponent(text)}`);
      expect(offered.body, text).toMatchObject([{ Title: imei }]);
    }
  });

  it('a voucher that is closed finds no device, and a text of nobody finds nothing', async () => {
    for (const text of ['SEEK-772', 'нет такого']) {
      expect(await idsOf(manager, 'Device/table', text)).toEqual([]);
      expect(await idsOf(manager, 'Anomaly/status', text)).toEqual([]);
    }
  });

  it('the device of exactly this voucher number stands before those that contain the number', async () => {
    const long = await app.given.voucher(company, { number: 'Q-55501', imei: '100000000000009' });
    const exact = await app.given.voucher(company, { number: 'Q-5550', imei: '999999999999994' });
    const { body } = await manager('GET', '/api/v2/Device/table?search=Q-5550&sort=IMEI-asc');
    expect(body.Items.map(({ IMEI }: { IMEI: string }) => IMEI)).toEqual([exact.imei, long.imei]);
  });
});
