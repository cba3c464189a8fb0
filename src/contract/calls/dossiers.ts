import Type from 'typebox';
import { Done, Id, IdParams } from '../shapes/common.ts';
import { Dossier, Dossiers, dossierFiles } from '../shapes/dossier.ts';

const tag = 'Accidents';
const access = { resource: 'accidents', verb: 'one' } as const;
const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** Calls for the dossiers of an accident. Access: the accident's operator, the owner of its lease, and managers. */
export const dossierCalls = {
  'GET /api/v3/accidents/{id}/dossiers': {
    tag,
    title: 'List dossiers of an accident',
    purpose: 'Versions of the dossier, newest first, and the key that signs them.',
    access,
    params: IdParams,
    answer: Dossiers,
  },
  'POST /api/v3/accidents/{id}/dossiers': {
    tag,
    title: 'Make a dossier',
    purpose:
      'Starts a job that makes the dossier in the language of the request. If the case is unchanged, returns its present dossier. The live stream sends the progress as `job`. Takes `Idempotency-Key`.',
    access,
    acceptsIdempotencyKey: true,
    params: IdParams,
    body: Type.Object(
      {
        /** IANA time zone of the times that the dossier contains. Absent: UTC. */
        TimeZone: Type.Optional(Type.String({ maxLength: 60 })),
      },
      { additionalProperties: false },
    ),
    answer: Dossier,
  },
  'GET /api/v3/accidents/{id}/dossiers/{number}/{file}': {
    tag,
    title: 'Fetch a dossier',
    changesData: true,
    purpose:
      'The PDF, or the archive with data, pictures and signed checksums. Kept for seven days. The history records the download.',
    access,
    params: Type.Object({ id: Id, number: VersionNumber, file: Type.Enum([...dossierFiles]) }),
    binary: true,
  },
  'DELETE /api/v3/accidents/{id}/dossiers/{number}': {
    tag,
    title: 'Cancel a dossier',
    purpose: 'Cancel a dossier that is being made. A finished dossier stays.',
    access,
    params: Type.Object({ id: Id, number: VersionNumber }),
    answer: Done,
  },
} as const;
