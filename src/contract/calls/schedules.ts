import Type from 'typebox';
import { rights } from '../access.ts';
import { Done, IdParams } from '../shapes/common.ts';
import { Schedule, ScheduleCreate, ScheduleRecipient, SummaryCreate } from '../shapes/schedules.ts';

const scheduleCall = { tag: 'Exports', access: rights.schedules } as const;

export const scheduleCalls = {
  'GET /api/v3/schedules': {
    ...scheduleCall,
    title: 'List scheduled exports',
    purpose: 'The scheduled exports of the company by name, with their next and last run.',
    answer: Type.Array(Schedule),
  },
  'GET /api/v3/schedules/recipients': {
    ...scheduleCall,
    title: 'List possible recipients',
    purpose:
      'The people of the company who may read a list, and therefore may receive its exports; without a list, those who may receive the weekly summary.',
    query: Type.Object({ resource: Type.Optional(Type.String({ maxLength: 60 })) }),
    answer: Type.Array(ScheduleRecipient),
  },
  'POST /api/v3/schedules': {
    ...scheduleCall,
    title: 'Send an export regularly',
    purpose:
      'Sends a list as a file by mail: daily, weekly or monthly. Each run uses the rights that its author has at that moment. Takes `Idempotency-Key`.',
    body: ScheduleCreate,
    answer: Schedule,
    status: 201,
  },
  'POST /api/v3/schedules/summary': {
    ...scheduleCall,
    title: 'Send a weekly summary',
    purpose:
      'Sends a letter each week: new cases and how they ended, the queue, handling time, score, renewals, silent devices. Each run uses the rights that its author has at that moment. Takes `Idempotency-Key`.',
    body: SummaryCreate,
    answer: Schedule,
    status: 201,
  },
  'POST /api/v3/schedules/{id}/pause': {
    ...scheduleCall,
    title: 'Pause a scheduled export',
    purpose: 'Nothing is sent until the schedule is resumed.',
    params: IdParams,
    answer: Schedule,
  },
  'POST /api/v3/schedules/{id}/resume': {
    ...scheduleCall,
    title: 'Resume a scheduled export',
    purpose: 'The export is sent again from the next regular time on. Missed times are not made up for.',
    params: IdParams,
    answer: Schedule,
  },
  'POST /api/v3/schedules/{id}/send': {
    ...scheduleCall,
    title: 'Send a scheduled export now',
    purpose: 'Starts a run at once. The regular times stay as they are.',
    params: IdParams,
    answer: Schedule,
  },
  'DELETE /api/v3/schedules/{id}': {
    ...scheduleCall,
    title: 'Delete a scheduled export',
    purpose: 'Files that were made stay until they expire.',
    params: IdParams,
    answer: Done,
  },
} as const;
