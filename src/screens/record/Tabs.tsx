import Box from '@mui/material/Box';
import MuiTab from '@mui/material/Tab';
import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { ScrollableTabs } from '../../components/ScrollableTabs.tsx';
import { useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../schema/define.ts';
import type { Fields, Tab } from '../../schema/forms.ts';
import type { RecordPartName } from '../../schema/recordParts.ts';
import { rowTitle } from '../list/rowPath.ts';
import { History } from './History.tsx';
import { Related } from './Related.tsx';
import { SectionPaper, Sections } from './Sections.tsx';

/** A component of a record's page that no description can express. */
export type RecordPart = ComponentType<{ record: RaRecord }>;
/** These components by the name in descriptions. */
export type RecordParts = { readonly [Name in RecordPartName]?: RecordPart };

interface Props {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly tabs: { readonly [Name in string]: Tab<Fields> };
  readonly parts: RecordParts;
}

const Content = ({ resource, record, tab, parts }: Omit<Props, 'tabs'> & { readonly tab: Tab<Fields> }) => {
  const { locale } = useI18n();
  if ('sections' in tab) return <Sections resource={resource} sections={tab.sections} />;
  if ('part' in tab)
    return (
      <SectionPaper title={tab.title[locale]}>
        <History resource={resource} id={Number(record.id)} />
      </SectionPaper>
    );
  if ('related' in tab)
    return (
      <SectionPaper title={tab.title[locale]}>
        <Related related={tab.related} record={record} title={rowTitle(resource, record)} />
      </SectionPaper>
    );
  const Page = parts[tab.page];
  return Page && <Page record={record} />;
};

/** The tabs of a record's page. The address holds the open tab. */
export const Tabs = ({ resource, record, tabs, parts }: Props) => {
  const { locale } = useI18n();
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(tabs);
  const asked = search.get('tab');
  const open = asked !== null && names.includes(asked) ? asked : (names[0] ?? '');
  const go = (name: string) =>
    setSearch(before => {
      before.set('tab', name);
      return before;
    });
  const tab = tabs[open];
  return (
    <>
      <ScrollableTabs value={open} onChange={(_, name: string) => go(name)}>
        {names.map(name => (
          <MuiTab
            key={name}
            value={name}
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            label={tabs[name]?.title[locale]}
          />
        ))}
      </ScrollableTabs>
      <Box
        role="tabpanel"
        id={`panel-${open}`}
        aria-labelledby={`tab-${open}`}
        // A wide table scrolls in its own section.
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}
      >
        {tab && <Content {...{ resource, record, tab, parts }} />}
      </Box>
    </>
  );
};
