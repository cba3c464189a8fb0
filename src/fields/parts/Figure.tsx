import type { ComponentProps } from 'react';
import './parts.css';

/** A number in tabular digits. */
export const Figure = (props: ComponentProps<'span'>) => <span className="figure" {...props} />;

/** A time in tabular digits. */
export const TimeFigure = (props: ComponentProps<'time'>) => <time className="figure" {...props} />;

/** An identifier in a font that distinguishes 0 from O. */
export const Code = (props: ComponentProps<'span'>) => <span className="code" {...props} />;
