import Type from 'typebox';
import { rights } from '../access.ts';
import { Id } from '../shapes/common.ts';
import { webhookEvents, webhookSecretPattern, webhookUrlMaxLength } from '../webhooks.ts';

/** Calls for webhooks, which send events to other systems. */
export const webhookCalls = {
  'POST /api/webhook/activate': {
    tag: 'Webhooks',
    title: 'Activate a webhook',
    purpose:
      'Sends `Events` to `Url`, which must answer a challenge first. `Secret` signs the events; the server generates a missing secret. It is returned only once. See docs/webhooks.md.',
    access: rights.webhooks,
    body: Type.Object(
      {
        Url: Type.String({ minLength: 1, maxLength: webhookUrlMaxLength }),
        Events: Type.Array(Type.Enum([...webhookEvents]), {
          minItems: 1,
          maxItems: webhookEvents.length,
          uniqueItems: true,
        }),
        Secret: Type.Optional(Type.String({ pattern: webhookSecretPattern })),
      },
      { additionalProperties: false },
    ),
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id, Secret: Type.String() }),
  },
} as const;
