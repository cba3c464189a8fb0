import type { Resource } from '../resources/define.ts';
import { RecordScreen } from '../screens/record/RecordScreen.tsx';
import { recordParts, recordTabs } from './recordParts.ts';

const partNamed = (name: string) => {
  const part = recordParts[name];
  if (!part) throw new Error(`Nothing draws the part "${name}" of a record's page`);
  return part;
};

/** The page of a record with the parts and tabs that its description names. */
export const RecordPage = ({ resource, id }: { resource: Resource; id: number }) => (
  <RecordScreen resource={resource} id={id} parts={(resource.parts ?? []).map(partNamed)} pages={recordTabs} />
);
