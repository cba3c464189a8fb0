import { expectStatus, type Surroundings, type Turn, type Vehicle } from './work.ts';

const messageFixes = 60;
const hoursBack = 20;

/** Messages of devices, some sent twice, one in ten with an impact. */
export const platformTurn = ({ client, ledger, company, startMs }: Surroundings): Turn => {
  const token = company.platformKey;
  const next = new Map<Vehicle, number>();
  const send = async (path: string, json: object, twice: boolean) => {
    const reply = await client('POST', path, { json, token });
    expectStatus(reply, 200, path);
    if (twice) expectStatus(await client('POST', path, { json, token }), 200, `${path}, again`);
  };
  const fixes = async (vehicle: Vehicle, twice: boolean) => {
    const turn = next.get(vehicle) ?? 0;
    next.set(vehicle, turn + 1);
    const MessageId = `${vehicle.objectId}-${turn}`;
    const Positions = Array.from({ length: messageFixes }, (_, n) => {
      const second = turn * messageFixes + n;
      return {
        DateTime: new Date(startMs - hoursBack * 3_600_000 + second * 1000).toISOString(),
        Latitude: 55.75,
        Longitude: Number((37.5 + second * 0.00032).toFixed(6)),
        Speed: 72,
      };
    });
    ledger.begin('message of fixes', MessageId);
    await send('/api/statistic/webhook', { MessageId, Imei: vehicle.imei, Positions }, twice);
    ledger.acknowledge('message of fixes', MessageId);
    vehicle.fixes += messageFixes;
  };
  const impact = async (vehicle: Vehicle, turn: number, twice: boolean) => {
    const crashMs = startMs - 20 * 86_400_000 + turn * 600_000;
    const mark = `${vehicle.objectId} ${new Date(crashMs).toISOString()}`;
    const Curve = {
      Start: new Date(crashMs - 1000).toISOString(),
      RateHz: 100,
      Longitudinal: Array.from({ length: 300 }, (_, i) =>
        i >= 100 && i < 110 ? -6 * Math.sin(((i - 99.5) / 10) * Math.PI) : 0,
      ),
      Lateral: new Array(300).fill(0),
      Vertical: new Array(300).fill(1),
      RangeG: 16,
      Frame: 'vehicle',
    };
    const json = { MessageId: `impact-${mark}`, Imei: vehicle.imei, CrashDateTime: new Date(crashMs).toISOString() };
    ledger.begin('message of an impact', mark);
    await send('/api/crash/webhook', { ...json, Curve }, twice);
    ledger.acknowledge('message of an impact', mark);
  };
  return async (random, turn) => {
    const vehicle = company.vehicles[random.below(company.vehicles.length)] as Vehicle;
    const twice = random.below(8) === 0;
    if (random.below(10) === 0) await impact(vehicle, turn, twice);
    else await fixes(vehicle, twice);
  };
};
