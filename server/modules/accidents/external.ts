import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import type { ExternalCrash } from '../../../src/contract/shapes/externalCrash.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { listImages } from './images.ts';
import { readDetail } from './reading.ts';

/** The accident for other systems: flat, with texts instead of ids. Notes and the operator are left out. */
export const readExternalAccident = async (
  context: AccidentContext,
  request: Pick<CallerContext, 'caller' | 'locale'>,
  id: number,
): Promise<ExternalCrash> => {
  const [detail, images] = await Promise.all([
    readDetail(context, request, id),
    listImages(context, request.caller, id),
  ]);
  const { Facts } = detail;
  const title = (dictionary: CommonDictionary, entry: number | null): string | null =>
    entry === null ? null : context.dictionaries.title(request.locale, dictionary, entry) || null;
  const titles = (dictionary: CommonDictionary, entries: readonly number[]) =>
    entries.flatMap(entry => title(dictionary, entry) ?? []);
  return {
    Id: detail.Id,
    CrashUniqueIdentifier: detail.CrashUniqueIdentifier,
    VoucherNumber: detail.VoucherNumber || null,
    Source: detail.Source ?? '',
    CrashDateTime: detail.CrashDateTime,
    Latitude: detail.Latitude,
    Longitude: detail.Longitude,
    ZipCode: detail.ZipCode || null,
    City: detail.City || null,
    Street: detail.Street || null,
    ClientFirstName: detail.ClientFirstName || null,
    ClientMiddleName: detail.ClientMiddleName || null,
    ClientLastName: detail.ClientLastName || null,
    ClientName: detail.ClientName || null,
    ClientPhone: detail.ClientPhone || null,
    VehicleRegNumber: detail.VehicleRegNumber || null,
    VehicleBrand: detail.VehicleBrand || null,
    VehicleModel: detail.VehicleModel || null,
    VehicleYear: detail.VehicleYear,
    VehicleColor: detail.VehicleColor || null,
    MaximumAcceleration: detail.MaximumAcceleration,
    Severity: detail.Severity,
    Kind: detail.Kind,
    DirectionDeg: Facts.DirectionDeg,
    DeltaVKmh: Facts.DeltaVKmh,
    SpeedBeforeKmh: Facts.SpeedBeforeKmh,
    SpeedAfterKmh: Facts.SpeedAfterKmh,
    Status: detail.Status,
    DuplicateOf: detail.DuplicateOf,
    StatusOfRoadAccident: detail.StatusOfRoadAccident || null,
    ContactPersonStatus: title('contactPersonStatuses', detail.ContactPersonStatusId),
    CrashDynamics: title('crashDynamics', detail.CrashDynamicsId),
    UnconfirmationReason: title('unconfirmationReasons', detail.UnconfirmationReasonId),
    Injured: detail.Injured,
    Drivable: detail.Drivable,
    Ambulance: detail.Ambulance,
    Police: detail.Police,
    OtherPartyPlate: detail.OtherPartyPlate,
    OtherPartyPolicy: detail.OtherPartyPolicy,
    OtherPartyPhone: detail.OtherPartyPhone,
    DamageDescriptions: titles('damageDescriptions', detail.DamageDescriptionIds),
    CarParts: titles('carParts', detail.CarPartIds),
    Images: images.map(({ Url }) => Url),
    Version: detail.Version,
  };
};
