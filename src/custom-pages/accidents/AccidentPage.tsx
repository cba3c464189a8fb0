import { useLocation, useParams } from 'react-router-dom';
import { ClockProvider } from '../../components/clock/ClockContext.tsx';
import { timeInAddress } from '../../components/clock/useClockAddress.ts';
import { accidentStatuses } from '../../contract/states.ts';
import { parseRecordId } from '../../routes/recordId.ts';
import { AccidentNotFound } from './AccidentNotFound.tsx';
import { AccidentView } from './AccidentView.tsx';
import { QueueFrame } from './queue/QueueFrame.tsx';

export const AccidentPage = () => {
  const { status = '', id: idText, objectId = '' } = useParams();
  const id = parseRecordId(idText);
  const { search } = useLocation();
  const knownStatus = accidentStatuses.find(each => each === status);
  if (!knownStatus) return <AccidentNotFound reason="unknownStatus" />;
  if (id === undefined) return <AccidentNotFound reason="notFound" />;
  return (
    <QueueFrame accidentId={id}>
      <ClockProvider key={`${id}/${objectId}`} initialTime={timeInAddress(search)}>
        <AccidentView status={knownStatus} id={id} objectId={objectId} />
      </ClockProvider>
    </QueueFrame>
  );
};
