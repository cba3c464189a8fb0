import Type from 'typebox';
import { superusers } from '../access.ts';
import { nameMaxLength } from '../limits.ts';
import { Id, IdParams } from '../shapes/common.ts';
import { DeviceKeys } from '../shapes/voucher.ts';

const clientTable = {
  tag: 'Clients',
  title: 'List clients',
  purpose: 'Clients of the company, with their vouchers and accidents counted.',
  access: { resource: 'clients', verb: 'list' },
  table: 'clients',
} as const;

const device = {
  tag: 'Devices',
  title: 'Read a device',
  purpose:
    'One device: identity, model, SIM, affiliation, the voucher it works under, where it is, its last data, its faults now, and the vouchers it has worked under.',
  access: { resource: 'devices', verb: 'one' },
  params: IdParams,
  record: 'devices',
  beside: DeviceKeys,
} as const;

const title = Type.String({ minLength: 1, maxLength: 120 });

/** Clients, devices and dictionaries under the paths that the specification gives them. */
export const registerCalls = {
  'GET /api/v1/Client/table': clientTable,
  'GET /api/clients': { ...clientTable, title: 'List clients (legacy)' },
  'GET /api/v2/Device/{id}': device,
  'GET /api/terminal/{id}': { ...device, title: 'Read a device (legacy)' },
  'GET /api/v2/VehicleBrand': {
    tag: 'Vehicle brands',
    title: 'List vehicle brands',
    purpose: 'Brands of vehicles as records; `Info/vehicleBrands` has them as options.',
    access: { resource: 'vehicleBrands', verb: 'list' },
    table: 'vehicleBrands',
  },
  'GET /api/v2/VehicleModel': {
    tag: 'Vehicle models',
    title: 'List vehicle models',
    purpose: 'Models of vehicles as records, of one brand if asked (`brandId`).',
    access: { resource: 'vehicleModels', verb: 'list' },
    table: 'vehicleModels',
    aliases: { brandId: 'BrandId' },
  },
  'GET /api/installationCenters': {
    tag: 'Installation centres',
    title: 'List installation centres',
    purpose: 'Where devices are fitted: name, city, address, phone, hours, position.',
    access: { resource: 'installationCenters', verb: 'list' },
    table: 'installationCenters',
  },
  'POST /api/admin/terminal': {
    tag: 'Administration',
    title: 'Save a device',
    purpose: 'Register a device, or change the one named by `Id`.',
    access: superusers,
    saves: 'devices',
    keyed: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/admin/obu': {
    tag: 'Administration',
    title: 'Save a device model',
    purpose: 'Make a model of devices, or change the one named by `Id`; devices and vouchers follow.',
    access: superusers,
    saves: 'obuModels',
    keyed: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/admin/carmodel': {
    tag: 'Administration',
    title: 'Save a vehicle model',
    purpose: 'Make a model of vehicles, or change the one named by `Id`.',
    access: superusers,
    saves: 'vehicleModels',
    keyed: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/contracttype': {
    tag: 'Administration',
    title: 'Save a contract type',
    purpose: 'Make a type of contracts, or change the one named by `Id`, as `Info/contractTypes` names it.',
    access: superusers,
    body: Type.Object(
      {
        Id: Type.Optional(Id),
        TitleRu: Type.Optional(Type.String({ maxLength: 120 })),
        TitleEn: Type.Optional(title),
        Retired: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    keyed: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/insurancecompany': {
    tag: 'Administration',
    title: 'Make or rename a company',
    purpose:
      'Make a company with its first manager, who is invited by letter; nothing of it is shown to whoever made it. With `Id` the own company is changed.',
    access: superusers,
    body: Type.Object(
      {
        Id: Type.Optional(Id),
        Name: Type.Optional(Type.String({ minLength: 1, maxLength: nameMaxLength })),
        TimeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
        Manager: Type.Optional(
          Type.Object(
            {
              Email: Type.String({ format: 'email', minLength: 1, maxLength: 254 }),
              FullName: Type.String({ minLength: 1, maxLength: nameMaxLength }),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    keyed: true,
    answer: Type.Object({ Id }),
  },
} as const;
