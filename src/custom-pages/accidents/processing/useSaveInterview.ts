import { useState } from 'react';
import { useUpdate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { recordConverter } from '../../../dataProvider/request.ts';
import { accidents } from '../../../resources/accidents.ts';
import { useStale } from '../../../screens/form/StaleAlert.tsx';
import { useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { type AccidentRecord, accidentKey, objectMeta, useAfterWrite } from '../queries.ts';
import { valuesOf } from './interview.ts';

/**
 * Returns a function that saves the interview of an accident, and whether it is saved. The function resolves to the saved
 * values and rejects if the server refused or did not answer.
 */
export const useSaveInterview = (accident: AccidentDetail) => {
  const reportWriteFailure = useReportWriteFailure();
  const afterWrite = useAfterWrite(accident.Id);
  const [isSaved, setSaved] = useState(false);
  const { stale, settle, onFailure } = useStale(accidentKey(accident), recordConverter(accidents));
  const [update] = useUpdate<AccidentRecord, Error>();
  const save = async (data: FieldValues) => {
    const params = {
      id: accident.Id,
      data,
      previousData: accident as AccidentRecord,
      meta: objectMeta(accident.ObjectId),
    };
    try {
      const savedRecord = (await update('accidents', params, { returnPromise: true })) as AccidentRecord;
      settle();
      afterWrite.storeRecord(savedRecord);
      setSaved(true);
      return valuesOf(savedRecord);
    } catch (error) {
      reportWriteFailure(error);
      onFailure(error);
      throw error;
    }
  };
  return { save, stale, settle, isSaved, setSaved };
};
