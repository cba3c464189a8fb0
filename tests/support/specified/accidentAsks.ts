import { expect } from 'vitest';
import { fileUpload } from '../upload.ts';
import { type Answer, type Ask, type Asks, without } from './ask.ts';
import { client, crashAt, photo, type World } from './world.ts';

const keys = [
  'Id',
  'ID',
  'Ident',
  'CrashUniqueIdentifier',
  'CrashDateTime',
  'WaitingSince',
  'FirstCallBy',
  'QueuePlace',
];

const report = ({ voucher, next }: World): Ask => ({
  body: { VoucherId: voucher.Id, CrashDateTime: new Date(Date.UTC(2026, 2, 10) + next() * 60_000), City: 'Тула' },
  shows: {
    VoucherNumber: voucher.VoucherNumber,
    ClientName: 'Иванова Анна Петровна',
    City: 'Тула',
    Status: 'opened',
    MaximumAcceleration: null,
  },
  facts: body => without(keys, body),
  elsewhere: 404,
});

const crashed = {
  CrashDateTime: crashAt,
  ClientPhone: client.Phone,
  VehicleRegNumber: 'А123ВС77',
  Latitude: 55.74,
  Severity: 'minor',
  MaximumAcceleration: expect.closeTo(6, 0),
};

const detail = ({ accident }: World): Ask => ({
  params: { id: accident },
  shows: { ...crashed, Id: accident, ID: accident, Source: 'device', Facts: { RateHz: 100, Clipped: false } },
});

const listOf =
  (status: string, more: Partial<Ask> = {}) =>
  ({ accident }: World): Ask => ({
    query: { sort: 'CrashDateTime-desc', pageSize: 50 },
    shows: ({ Items, Total }) => {
      expect(Items.length).toBe(Total);
      const found = Items.find(({ Id }: Answer) => Id === accident);
      if (status === 'closed') expect(found).toBeUndefined();
      else expect(found).toMatchObject(crashed);
    },
    ...more,
  });

/** Creates a case that the operator has leased, with a note or a picture if the call changes one. */
const held = async ({ newAccident, hold }: World): Promise<number> => {
  const id = await newAccident();
  await hold(id);
  return id;
};
const noted = async (world: World) => {
  const id = await held(world);
  const note = await world.made(world.asOperator, `/api/v2/Accident/${id}/notes`, { Text: 'Дозвонились' });
  return { id, noteId: note.Id as number };
};
const pictured = async (world: World) => {
  const id = await held(world);
  const file = fileUpload('car.jpg', await photo);
  const { body } = await world.asOperator('POST', `/api/v2/Accident/${id}/images`, undefined, file);
  return { id, imageId: body.Id as number };
};
const picture = { FileName: 'car.jpg', Width: 40, Height: 30, AuthorName: 'OPERATOR own' };
const note = { Text: 'Дозвонились', AuthorName: 'OPERATOR own' };

export const accidentAsks: Asks = {
  'GET /api/v2/Accident/table/{status}': listOf('opened', { params: { status: 'opened' }, elsewhere: 'their own' }),
  'GET /api/crashlist/opened': listOf('opened'),
  'GET /api/crashlist/closed': listOf('closed'),
  'GET /api/crashes': listOf('opened', { query: { Status: 'opened,closed', pageSize: 50 } }),
  'POST /api/v2/Accident': report,
  'POST /api/crashes': report,
  'GET /api/v2/Accident/{id}': detail,
  'GET /api/crash/{id}': detail,
  'GET /api/externalcrash/{id}': async world => {
    const { id } = await pictured(world);
    const { Version } = (await world.asOperator('GET', `/api/crash/${id}`)).body;
    const decided = { Version, CrashDynamicsId: 1, CarPartIds: [1], ContactPersonStatusId: 1 };
    expect((await world.asOperator('PUT', `/api/v2/Accident/${id}`, decided)).status).toBe(200);
    const { body } = await world.asOperator('GET', `/api/crash/${id}`);
    const [part] = (await world.asOperator('GET', '/api/v2/Info/carParts')).body;
    return {
      params: { id },
      shows: answer => {
        const same = ['Id', 'CrashUniqueIdentifier', 'CrashDateTime', 'ClientName', 'VehicleRegNumber', 'Status'];
        for (const name of same) expect(answer[name]).toBe(body[name]);
        expect(answer).toMatchObject({
          CrashDynamics: 'Rear-end',
          CarParts: [part.Title],
          Images: [expect.stringMatching(/^\/api\/v2\/Image\/accident\/\d+$/)],
          MaximumAcceleration: null,
          City: null,
        });
        expect(JSON.stringify(answer)).not.toMatch(/Note|LockedBy|Operator/);
      },
    };
  },
  'GET /api/crash/lock/{id}': async ({ newAccident, operator }) => ({
    params: { id: await newAccident() },
    shows: { LockedBy: operator.id, LockedUntil: '2026-04-01T12:01:00.000Z' },
  }),
  'GET /api/crash/unlock/{id}': async world => ({
    params: { id: await held(world) },
    shows: { LockedBy: null, LockedUntil: null },
  }),
  'GET /api/crashes/map/{id}': ({ accident }) => ({
    params: { id: accident },
    shows: ({ CrashDateTime, Latitude, Track }) => {
      expect([CrashDateTime, Latitude]).toEqual([crashAt, 55.74]);
      // Two minutes on both sides, one fix per second.
      expect(Track.length).toBeGreaterThan(200);
    },
  }),
  'GET /api/crashes/curves/{id}': ({ accident }) => ({
    params: { id: accident },
    query: { points: 500 },
    shows: body => expect(Math.min(...body.Longitudinal)).toBeCloseTo(-6, 0),
  }),
  'GET /api/v2/Accident/{id}/notes': async world => ({ params: { id: (await noted(world)).id }, shows: [note] }),
  'POST /api/v2/Accident/{id}/notes': async world => ({
    params: { id: await held(world) },
    body: { Text: note.Text },
    shows: note,
  }),
  'PUT /api/v2/Accident/{id}/notes/{noteId}': async world => ({
    params: await noted(world),
    body: { Text: 'Перезвонить' },
    shows: { ...note, Text: 'Перезвонить' },
  }),
  'DELETE /api/v2/Accident/{id}/notes/{noteId}': async world => ({ params: await noted(world), shows: { Done: true } }),
  'GET /api/v2/Accident/{id}/images': async world => ({ params: { id: (await pictured(world)).id }, shows: [picture] }),
  'POST /api/v2/Accident/{id}/images': async world => ({
    params: { id: await held(world) },
    file: fileUpload('car.jpg', await photo),
    shows: picture,
  }),
  'DELETE /api/v2/Accident/{id}/images/{imageId}': async world => ({
    params: await pictured(world),
    shows: { Done: true },
  }),
  'GET /api/v2/Image/{type}/{id}': async world => ({
    params: { type: 'accident', id: (await pictured(world)).imageId },
    shows: {},
  }),
  'POST /api/crash/webhook': ({ crash }) => {
    const sent = crash();
    // The recording differs from that of the accident in the world, so the impact opens a case of its own.
    const body = { ...sent, Curve: { ...sent.Curve, RangeG: 8 } };
    return {
      body,
      shows: { AccidentId: expect.any(Number), Results: [{ MessageId: body.MessageId, Duplicate: false }] },
    };
  },
  'POST /api/statistic/webhook': ({ drive }) => {
    const { Positions, ...message } = drive(1);
    const body = { ...message, Positions: Positions.slice(0, 3) };
    return { body, shows: { Results: [{ MessageId: body.MessageId, Duplicate: false, Quarantined: false }] } };
  },
};
