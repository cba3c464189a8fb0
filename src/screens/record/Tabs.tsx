import Box from '@mui/material/Box';
import MuiTab from '@mui/material/Tab';
import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { ScrollableTabs } from '../../components/ScrollableTabs.tsx';
import { describedText, useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../schema/define.ts';
import type { Fields, Tab } from '../../schema/forms.ts';
import type { RecordPartName } from '../../schema/recordParts.ts';
import { rowTitle } from '../list/rowPath.ts';
import { History } from './History.tsx';
import { type ListOnPage, Related } from './Related.tsx';
import { SectionPaper, Sections } from './Sections.tsx';

/** A component of a record's page that the description language cannot express. */
export type RecordPart = ComponentType<{ record: RaRecord }>;
/** Components of record pages that are not generated, by the names that descriptions use. */
export type RecordParts = { readonly [Name in RecordPartName]?: RecordPart };

interface Props {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly tabs: { readonly [Name in string]: Tab<Fields> };
  readonly parts: RecordParts;
  /** Lists of records that refer to the record. Each has a tab before the history. */
  readonly lists: readonly ListOnPage[];
}

type ShownTab = Tab<Fields> | ListOnPage;

const isListTab = (tab: ShownTab): tab is ListOnPage => 'list' in tab;

const addListTabs = (tabs: Props['tabs'], lists: Props['lists']): { readonly [name: string]: ShownTab } => {
  const describedTabs = Object.entries(tabs);
  const isHistory = ([, tab]: (typeof describedTabs)[number]) => 'part' in tab;
  return {
    ...Object.fromEntries(describedTabs.filter(entry => !isHistory(entry))),
    ...Object.fromEntries(lists.map(tab => [tab.list, tab])),
    ...Object.fromEntries(describedTabs.filter(isHistory)),
  };
};

const TabContent = ({ resource, record, tab, parts }: Omit<Props, 'tabs' | 'lists'> & { readonly tab: ShownTab }) => {
  const i18n = useI18n();
  if (isListTab(tab))
    return (
      <SectionPaper title={i18n.translate(tab.heading)}>
        <Related
          list={tab.list}
          heading={i18n.translate(tab.heading)}
          referenceField={tab.referenceField}
          id={Number(record.id)}
          title={rowTitle(resource, record)}
        />
      </SectionPaper>
    );
  if ('sections' in tab) return <Sections resource={resource} sections={tab.sections} />;
  if ('part' in tab)
    return (
      <SectionPaper title={describedText(resource, 'tabs.history', tab.title, i18n)}>
        <History resource={resource} id={Number(record.id)} />
      </SectionPaper>
    );
  const PartPage = parts[tab.page];
  return PartPage && <PartPage record={record} />;
};

/** The tabs of a record's page. The address holds the open tab. */
export const Tabs = ({ resource, record, tabs, parts, lists }: Props) => {
  const i18n = useI18n();
  const [search, setSearch] = useSearchParams();
  const shownTabs = addListTabs(tabs, lists);
  const names = Object.keys(shownTabs);
  const requestedTab = search.get('tab');
  const openTab = requestedTab !== null && names.includes(requestedTab) ? requestedTab : (names[0] ?? '');
  const selectTab = (name: string) =>
    setSearch(query => {
      query.set('tab', name);
      return query;
    });
  const tab = shownTabs[openTab];
  return (
    <>
      <ScrollableTabs value={openTab} onChange={(_, name: string) => selectTab(name)}>
        {Object.entries(shownTabs).map(([name, each]) => (
          <MuiTab
            key={name}
            value={name}
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            label={
              isListTab(each) ? i18n.translate(each.heading) : describedText(resource, `tabs.${name}`, each.title, i18n)
            }
          />
        ))}
      </ScrollableTabs>
      <Box
        role="tabpanel"
        id={`panel-${openTab}`}
        aria-labelledby={`tab-${openTab}`}
        // The grid column may be narrower than its content, so a wide table scrolls in its own section.
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}
      >
        {tab && <TabContent {...{ resource, record, tab, parts }} />}
      </Box>
    </>
  );
};
