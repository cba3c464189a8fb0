export { notConfirmedIds, oneMsBefore, readControlRoom } from './figures.ts';
export { readOperatorWeek } from './operatorWeek.ts';
