import type { ColumnType, GeneratedAlways } from 'kysely';
import type { NotificationKind } from '../../src/contract/shapes/messages.ts';

type Moment = ColumnType<string, string | Date, string | Date>;
type MomentOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;

interface EventTable {
  company_id: number;
  id: number;
  at: Moment;
  account_id: number | null;
  type: string;
  data: ColumnType<object, string, string>;
}

interface NotificationTable {
  company_id: number;
  id: GeneratedAlways<number>;
  account_id: number;
  kind: NotificationKind;
  at: Moment;
  accident_id: number | null;
  message_id: number | null;
  actor_name: string | null;
  text: string | null;
  read_at: MomentOrNull;
}

interface MessageTable {
  company_id: number;
  id: GeneratedAlways<number>;
  accident_id: number;
  at: Moment;
  author_id: number;
  author_name: string;
  text: string;
  reply_to_id: number | null;
}

interface MessageReadTable {
  company_id: number;
  account_id: number;
  accident_id: number;
  up_to: number;
}

/** Tables of the stream, of notifications and of the team chat. */
export interface LiveTables {
  event_head: { company_id: number; last_id: number };
  event: EventTable;
  notification: NotificationTable;
  message: MessageTable;
  message_read: MessageReadTable;
}
