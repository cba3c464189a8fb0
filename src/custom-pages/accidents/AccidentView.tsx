import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../contract/states.ts';
import { accidentPath } from '../../routes/listAddress.ts';
import { AccidentNotThere } from './AccidentNotThere.tsx';
import { AccidentSkeleton } from './AccidentSkeleton.tsx';
import { OtherAccidents } from './contact/OtherAccidents.tsx';
import { FactsPanel } from './facts/FactsPanel.tsx';
import { FactsStrip } from './facts/FactsStrip.tsx';
import { isStatus } from './failures.ts';
import { AccidentHeader } from './header/AccidentHeader.tsx';
import { ActionBar } from './header/ActionBar.tsx';
import { twoColumns } from './layout.ts';
import { LeaseProvider } from './lock/LeaseContext.tsx';
import { LockLost } from './lock/LockState.tsx';
import { PanelLoaded } from './Panel.tsx';
import { UnsavedProvider } from './processing/Unsaved.tsx';
import { useAccident, useMe } from './queries.ts';
import { SidePanels } from './SidePanels.tsx';
import { Workbench } from './workbench/Workbench.tsx';

/** Replaces the address if the accident is in another bucket than the address says. */
const useRightBucket = (status: AccidentStatus, accident: AccidentDetail | undefined) => {
  const navigate = useNavigate();
  const { Status, Id, ObjectId } = accident ?? {};
  useEffect(() => {
    if (!Status || Status === status || Id === undefined || ObjectId === undefined) return;
    const { search } = window.location;
    void navigate(`${accidentPath(Status, Id, ObjectId)}${search}`, {
      replace: true,
    });
  }, [navigate, status, Status, Id, ObjectId]);
};

interface Props {
  readonly accident: AccidentDetail;
  readonly me: number;
  /** The bucket that was last shown to the reader. */
  readonly known: AccidentStatus;
  readonly onKnown: (status: AccidentStatus) => void;
}

const Content = ({ accident, me, known, onKnown }: Props) => {
  const translate = useTranslate();
  return (
    <LeaseProvider accident={accident} me={me}>
      <UnsavedProvider>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
          <AccidentHeader accident={accident} />
          <OtherAccidents accident={accident} />
          <LockLost />
          <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
            {accident.Status !== known && (
              <Alert severity="info" variant="outlined" onClose={() => onKnown(accident.Status)}>
                {translate(`accident.moved.${accident.Status}`)}
              </Alert>
            )}
          </Box>
          <FactsStrip accident={accident} />
          <Box sx={{ containerType: 'inline-size', minWidth: 0 }}>
            <Box sx={twoColumns}>
              <Workbench accident={accident} />
              <SidePanels accident={accident} />
              <FactsPanel accident={accident} />
            </Box>
          </Box>
          <ActionBar accident={accident} onMoved={onKnown} />
        </Box>
      </UnsavedProvider>
    </LeaseProvider>
  );
};

export const AccidentView = ({ status, id, objectId }: { status: AccidentStatus; id: number; objectId: string }) => {
  const accident = useAccident(id, objectId);
  const me = useMe();
  const [known, setKnown] = useState(status);
  useRightBucket(status, accident.data);
  if (isStatus(accident.error, 404)) return <AccidentNotThere what="notFound" />;
  return (
    <PanelLoaded query={accident} skeleton={<AccidentSkeleton />}>
      {data => (
        <PanelLoaded query={me} skeleton={<AccidentSkeleton />}>
          {({ Id }) => <Content accident={data} me={Id} known={known} onKnown={setKnown} />}
        </PanelLoaded>
      )}
    </PanelLoaded>
  );
};
