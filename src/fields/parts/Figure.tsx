import { styled } from '@mui/material/styles';

/** Digits that stand under each other. */
export const Figure = styled('span')({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });

/** Codes read digit by digit: the zero is told from the letter. */
export const Code = styled(Figure)({ fontVariantNumeric: 'tabular-nums slashed-zero' });
