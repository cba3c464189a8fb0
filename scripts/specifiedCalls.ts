import type { CallKey } from '../src/contract/call.ts';

/**
 * Roles in the notation of the specification's table of calls.
 * `–`: public. `P`: a platform by its key. `A`: anyone signed in.
 * `O`: OPERATOR and above. `M`: MANAGER and above. `S`: SUPERUSER after a fresh sign-in.
 * `case`: like `M`, but an OPERATOR gets only the data of the accident that they have leased.
 */
export type SpecifiedRole = '–' | 'P' | 'A' | 'O' | 'case' | 'M' | 'S';

export interface SpecifiedCall {
  readonly call: CallKey;
  readonly role: SpecifiedRole;
  /** Another call of the specification with the same effect and answer. */
  readonly twin?: CallKey;
}

/** Section 7 of the specification, path for path: the call, its role, and its twin. */
const table = `
POST /api/v2/Auth | –
GET /api/v2/Account/info | A
POST /api/v2/superuser/auth | –
GET /api/v2/superuser/test | A
GET /api/v2/Accident/table/{status} | O
POST /api/v2/Accident | O
GET /api/v2/Accident/{id}/notes | O
POST /api/v2/Accident/{id}/notes | O
PUT /api/v2/Accident/{id}/notes/{noteId} | O
DELETE /api/v2/Accident/{id}/notes/{noteId} | O
GET /api/v2/Accident/{id}/images | O
POST /api/v2/Accident/{id}/images | O
DELETE /api/v2/Accident/{id}/images/{imageId} | O
GET /api/v2/Anomaly/status | M
GET /api/v2/Anomaly/history | M
GET /api/v2/Billing/vouchers/count | M
GET /api/v2/Billing/vouchers/details | M
GET /api/v2/Device/list/imei | M
GET /api/v2/Device/{id} | M
GET /api/v2/ExoStory | case
GET /api/v2/Image/{type}/{id} | A
POST /api/v2/Operator | M
GET /api/v2/Operator/table | M
GET /api/v2/StatisticSummingDay | M
GET /api/v2/StatisticSummingDay/period | M
GET /api/v2/StatisticSummingDay/period/list | M
GET /api/v2/StatisticSummingDay/comparison | M
GET /api/v2/StatisticSummingDay/country/comparison | M
GET /api/v2/StatisticSummingDay/tripnote/comparison | M
GET /api/v2/StatisticSummingDay/model/comparison | M
GET /api/v2/StatisticSummingDay/calendar | M
GET /api/v2/StatisticSummingDay/calendar/day | M
GET /api/v2/StatisticSummingGlobal | M
GET /api/v2/StatisticSummingGlobal/table | M
GET /api/v2/StatisticSummingMonth | M
GET /api/v2/StatisticSummingMonth/all | M
GET /api/v2/StatisticSummingPeriod | M
GET /api/v2/StatisticSummingTrip | case
GET /api/v2/StatisticSummingTrip/list | case
GET /api/v2/StatisticSummingTrip/{id} | case
GET /api/v2/StatisticSummingTrip/heatmap | case
PUT /api/v2/StatisticSummingTrip/{id}/updatenotes | M
GET /api/v2/StatisticUnit/weekday | M
GET /api/v2/StatisticUnit/weekday/comparison | M
GET /api/v2/StatisticUnit/vehiclebrand/comparision | M
GET /api/v2/VehicleBrand | A
GET /api/v2/VehicleModel | A
POST /api/v2/Voucher | M
GET /api/v2/Voucher/table | M
GET /api/v2/Voucher/client | M
GET /api/v2/Voucher/totalscoringreview | M
GET /api/v2/Voucher/{id}/extended | M
GET /api/v2/Voucher/{id}/details | M
GET /api/v2/Voucher/{id}/contract | M
GET /api/v2/Voucher/{id}/vehicle | M
GET /api/v2/Voucher/{id}/device | M
POST /api/v2/Voucher/{id}/vehicle | M
POST /api/v2/Voucher/{id}/close | M
POST /api/v2/Voucher/{id}/device/attach | M
POST /api/v2/Voucher/{id}/device/dettach | M
GET /api/v2.1/StatisticSummingPeriod | M | GET /api/v2/StatisticSummingPeriod
GET /api/v2.1/Voucher/{id}/details | M | GET /api/v2/Voucher/{id}/details
GET /api/v1/Client/table | M
GET /api/v1/StatisticSummingPeriod | M | GET /api/v2/StatisticSummingPeriod
GET /api/v1/logoff | A | POST /api/v1/logoff
POST /api/v1/logoff | A
POST /api/auth | – | POST /api/v2/Auth
POST /api/authbytoken | –
POST /api/refresh | A
POST /api/admin/terminal | S
POST /api/admin/obu | S
POST /api/admin/carmodel | S
POST /api/contracttype | S
POST /api/crashes | O | POST /api/v2/Accident
POST /api/crash/webhook | P
POST /api/filtertemplate | A
POST /api/filtertemplate/delete | A
POST /api/insurancecompany | S
POST /api/operator | M | POST /api/v2/Operator
POST /api/statistic/webhook | P
POST /api/uilocalization | S
POST /api/uilocalizationlocale | S
POST /api/voucher | M | POST /api/v2/Voucher
POST /api/voucher1 | M | POST /api/v2/Voucher
POST /api/vehicleChange1 | M | POST /api/v2/Voucher/{id}/vehicle
POST /api/obuAttach | M | POST /api/v2/Voucher/{id}/device/attach
POST /api/obuDetach | M | POST /api/v2/Voucher/{id}/device/dettach
POST /api/webhook/activate | M
GET /api/crashes | O
GET /api/crash/{id} | O | GET /api/v2/Accident/{id}
GET /api/crash/lock/{id} | O
GET /api/crash/unlock/{id} | O
GET /api/crashlist/opened | O | GET /api/v2/Accident/table/{status}
GET /api/crashlist/closed | O | GET /api/v2/Accident/table/{status}
GET /api/crashes/map/{id} | O
GET /api/crashes/curves/{id} | O
GET /api/externalcrash/{id} | O
GET /api/trips | case | GET /api/v2/StatisticSummingTrip/list
GET /api/locations | case
GET /api/events | case
GET /api/getUiEnum/AccountStatus | A
GET /api/getUiEnum/DriverCategory | A
GET /api/getUiEnum/Impact | A
GET /api/getUiEnum/ClientContractStatus | A
GET /api/vouchers | M | GET /api/v2/Voucher/table
GET /api/voucher/history/{id} | M
GET /api/voucher/details | M | GET /api/v2/Voucher/{id}/details
GET /api/client/vouchers | M | GET /api/v2/Voucher/client
GET /api/voucher/close | M | POST /api/v2/Voucher/{id}/close
GET /api/scoringreview | M
GET /api/totalscoringreview | M | GET /api/v2/Voucher/totalscoringreview
GET /api/comparescoring | M
GET /api/comparescoring/weekly | M
GET /api/operators | M | GET /api/v2/Operator/table
GET /api/clients | M | GET /api/v1/Client/table
GET /api/imeilist | M | GET /api/v2/Device/list/imei
GET /api/installationCenters | A
GET /api/localization/{id} | –
GET /api/resendcredentials | M
GET /api/logoff | A | POST /api/v1/logoff
GET /api/userinfo | A | GET /api/v2/Account/info
GET /api/terminal/{id} | M | GET /api/v2/Device/{id}
GET /WeatherForecast | –
`;

/**
 * Names of dictionaries, as in the specification's paths `Info/<name>`. The paths `info/<name>` have the same names in
 * lower case.
 */
const dictionaries =
  `services roles contracts damageDescriptions crashDynamics contactPersonStatuses unconfirmationReasons
  voucherPhones/{id} callResults callReasons disagreementSurveyReasons contractTypes countries companies vehicleBrands
  vehicleModels vehicleColors carTypes fuelTypes emissionStandards carParts statusesOfRoadAccident`.split(/\s+/);

const infoCalls = dictionaries.flatMap((name): SpecifiedCall[] => {
  const role = /^(contracts|voucherPhones)/.test(name) ? 'case' : 'A';
  const twin = `GET /api/v2/Info/${name}` as const;
  return [
    { call: twin, role },
    { call: `GET /api/info/${name}`, role, twin },
  ];
});

export const specifiedCalls: readonly SpecifiedCall[] = [
  ...table
    .trim()
    .split('\n')
    .map((line): SpecifiedCall => {
      const [call, role, twin] = line.split(' | ') as [CallKey, SpecifiedRole, CallKey?];
      return { call, role, ...(twin && { twin }) };
    }),
  ...infoCalls,
];
