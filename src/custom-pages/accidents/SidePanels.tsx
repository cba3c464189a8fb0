import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { besideBoth } from './layout.ts';
import { SkeletonRows } from './Panel.tsx';
import { useImages } from './queries.ts';

// Loaded separately, because users look at the impact before they write.
const ProcessingPanel = lazyComponent('ProcessingPanel', () => import('./processing/ProcessingPanel.tsx'));
const NotesPanel = lazyComponent('NotesPanel', () => import('./notes/NotesPanel.tsx'));
const ImagesPanel = lazyComponent('ImagesPanel', () => import('./images/ImagesPanel.tsx'));
const HistoryPanel = lazyComponent('HistoryPanel', () => import('./history/HistoryPanel.tsx'));

const tabs = ['processing', 'images', 'history'] as const;
type TabKey = (typeof tabs)[number];

const useCounts = (accidentId: number): Partial<Record<TabKey, number>> => ({
  images: useImages(accidentId).data?.length,
});

const TabLabel = ({ text, count }: { text: string; count: number }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {text}
    {count > 0 && (
      <Typography component="span" variant="caption" color="text.secondary" sx={{ ml: 0.75 }}>
        {count}
      </Typography>
    )}
  </Box>
);

/** Interview and notes in one column, because both are written during one phone call. */
const Call = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ProcessingPanel accident={accident} />
      <Box
        component="section"
        data-key="note-text"
        aria-label={translate('accident.tabs.notes')}
        sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5 }}
      >
        <Typography variant="h4" component="h2" sx={{ mb: 1 }}>
          {translate('accident.tabs.notes')}
        </Typography>
        <NotesPanel accidentId={accident.Id} />
      </Box>
    </Box>
  );
};

/** Records of the accident. An opened panel stays mounted, so that switching away loses no input. */
export const SidePanels = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const counts = useCounts(accident.Id);
  const [tab, setTab] = useState<TabKey>('processing');
  const [opened, setOpened] = useState<readonly TabKey[]>(['processing']);
  const contents = {
    processing: <Call accident={accident} />,
    images: <ImagesPanel accident={accident} />,
    history: <HistoryPanel accidentId={accident.Id} />,
  };
  const choose = (next: TabKey) => {
    setTab(next);
    setOpened(now => (now.includes(next) ? now : [...now, next]));
  };
  return (
    <Paper variant="outlined" className={besideBoth} sx={{ minWidth: 0 }}>
      <Tabs
        value={tab}
        onChange={(_, next: TabKey) => choose(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={translate('accident.tabs.label')}
        sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 44 }}
      >
        {tabs.map(key => (
          <Tab
            key={key}
            value={key}
            id={`accident-tab-${key}`}
            data-key={key === 'processing' ? 'note' : undefined}
            aria-controls={`accident-panel-${key}`}
            label={<TabLabel text={translate(`accident.tabs.${key}`)} count={counts[key] ?? 0} />}
            sx={{ minHeight: 44, minWidth: 0, px: 1 }}
          />
        ))}
      </Tabs>
      {tabs.map(key => (
        <Box
          key={key}
          role="tabpanel"
          id={`accident-panel-${key}`}
          aria-labelledby={`accident-tab-${key}`}
          hidden={key !== tab}
          sx={{ p: 1.5 }}
        >
          {opened.includes(key) && (
            <LazyBoundary waiting={<SkeletonRows count={6} height={52} />}>{contents[key]}</LazyBoundary>
          )}
        </Box>
      ))}
    </Paper>
  );
};
