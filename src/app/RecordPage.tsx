import type { Resource } from '../schema/define.ts';
import { RecordScreen } from '../screens/record/RecordScreen.tsx';
import { recordParts } from './recordParts.ts';

/** The page of a record with the components that its description names. */
export const RecordPage = ({ resource, id }: { resource: Resource; id: number }) => (
  <RecordScreen resource={resource} id={id} parts={recordParts} />
);
