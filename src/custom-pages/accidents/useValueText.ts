import { useTranslate } from 'ra-core';
import { accidentStatuses, severities } from '../../contract/states.ts';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { useLanguage } from './useLanguage.ts';

const moment = /^\d{4}-\d\d-\d\dT/;

/** Text of an audit value of an undescribed field: dates in the viewer's zone, a dash for nothing. */
export const useValueText = () => {
  const translate = useTranslate();
  const locale = useLanguage();
  const one = (field: string, value: unknown): string => {
    if (field === 'Status' && accidentStatuses.some(status => status === value))
      return translate(`accident.buckets.${value}`);
    if (field === 'Severity' && severities.some(severity => severity === value))
      return translate(`accident.severity.${value}`);
    if (field === 'Source' && value === 'device') return translate('accident.device.fromDevice');
    if (field === 'CrashUniqueIdentifier') return String(value);
    if (typeof value === 'number' && /tude$/.test(field)) return formatNumber(value, 5, locale);
    if (typeof value === 'boolean') return translate(value ? 'accident.history.yes' : 'accident.history.no');
    if (typeof value === 'number') return formatNumber(value, Number.isInteger(value) ? 0 : 2, locale);
    if (typeof value === 'string' && moment.test(value)) return formatMoment(new Date(value), locale);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—';
    if (!Array.isArray(value)) return one(field, value);
    return value.length === 0 ? '—' : value.map(each => one(field, each)).join(', ');
  };
};
