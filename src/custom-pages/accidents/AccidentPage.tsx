import { useLocation, useParams } from 'react-router-dom';
import { ClockProvider } from '../../components/clock/ClockContext.tsx';
import { timeInAddress } from '../../components/clock/useClockAddress.ts';
import { accidentStatuses } from '../../contract/states.ts';
import { recordIdIn } from '../../routes/recordId.ts';
import { AccidentNotThere } from './AccidentNotThere.tsx';
import { AccidentView } from './AccidentView.tsx';

/** The crash workbench of an accident, addressed by bucket, id and object. */
export const AccidentPage = () => {
  const { status = '', id: idText, objectId = '' } = useParams();
  const id = recordIdIn(idText);
  const { search } = useLocation();
  const known = accidentStatuses.find(each => each === status);
  if (!known) return <AccidentNotThere what="unknownStatus" />;
  if (id === undefined) return <AccidentNotThere what="notFound" />;
  return (
    <ClockProvider key={`${id}/${objectId}`} initialTime={timeInAddress(search)}>
      <AccidentView status={known} id={id} objectId={objectId} />
    </ClockProvider>
  );
};
