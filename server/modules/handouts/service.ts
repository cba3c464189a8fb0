export { composeAccidentPage } from './accidentPage.ts';
