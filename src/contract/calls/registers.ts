import Type from 'typebox';
import { superusers } from '../access.ts';
import { nameMaxLength } from '../limits.ts';
import { Id, IdParams } from '../shapes/common.ts';
import { DeviceExtraProperties } from '../shapes/voucher.ts';

const clientTable = {
  tag: 'Clients',
  title: 'List clients',
  purpose: 'Clients of the company, with the numbers of their vouchers and accidents.',
  access: { resource: 'clients', verb: 'list' },
  table: 'clients',
} as const;

const deviceCall = {
  tag: 'Devices',
  title: 'Read a device',
  purpose:
    'One device: identity, model, SIM, affiliation, present voucher, position, last data, present faults and earlier vouchers.',
  access: { resource: 'devices', verb: 'one' },
  params: IdParams,
  record: 'devices',
  extraProperties: DeviceExtraProperties,
} as const;

const entryTitle = Type.String({ minLength: 1, maxLength: 120 });

/** Calls for clients, devices and dictionaries. Their paths are those of the specification. */
export const registerCalls = {
  'GET /api/v1/Client/table': clientTable,
  'GET /api/clients': { ...clientTable, title: 'List clients (legacy)' },
  'GET /api/v2/Device/{id}': deviceCall,
  'GET /api/terminal/{id}': { ...deviceCall, title: 'Read a device (legacy)' },
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
    purpose: 'Places that install devices: name, city, address, phone, hours, position.',
    access: { resource: 'installationCenters', verb: 'list' },
    table: 'installationCenters',
  },
  'POST /api/admin/terminal': {
    tag: 'Administration',
    title: 'Save a device',
    purpose: 'Register a device. With `Id`, change that device.',
    access: superusers,
    saves: 'devices',
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/admin/obu': {
    tag: 'Administration',
    title: 'Save a device model',
    purpose: 'Create a device model. With `Id`, change that model; its devices and vouchers show the change.',
    access: superusers,
    saves: 'obuModels',
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/admin/carmodel': {
    tag: 'Administration',
    title: 'Save a vehicle model',
    purpose: 'Create a vehicle model. With `Id`, change that model.',
    access: superusers,
    saves: 'vehicleModels',
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/contracttype': {
    tag: 'Administration',
    title: 'Save a contract type',
    purpose: 'Create a contract type. With `Id` (from `Info/contractTypes`), change that type.',
    access: superusers,
    body: Type.Object(
      {
        Id: Type.Optional(Id),
        TitleRu: Type.Optional(Type.String({ maxLength: 120 })),
        TitleEn: Type.Optional(entryTitle),
        Retired: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/insurancecompany': {
    tag: 'Administration',
    title: 'Create or rename a company',
    purpose:
      'Create a company and invite its first manager by mail. The creator cannot read the data of the new company. With `Id`, change the own company.',
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
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id }),
  },
} as const;
