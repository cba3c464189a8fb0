import type { ComponentProps } from 'react';
import './parts.css';

/** Digits that stand under each other. */
export const Figure = (props: ComponentProps<'span'>) => <span className="figure" {...props} />;

/** A moment, written in such digits. */
export const TimeFigure = (props: ComponentProps<'time'>) => <time className="figure" {...props} />;

/** Codes read digit by digit: the zero is told from the letter. */
export const Code = (props: ComponentProps<'span'>) => <span className="code" {...props} />;
