import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { type CallStep, callSteps, useInterview } from './InterviewContext.tsx';

interface Props {
  readonly name: CallStep;
  /** Answers of the step in one line, shown while the step is folded. */
  readonly summary?: string | undefined;
  /** True if answers of the step were typed and are not saved. */
  readonly isUnsaved?: boolean;
  readonly children: ReactNode;
}

/** A step of the call card. One step is open; the others show their answers in one line. */
export const Step = ({ name, summary, isUnsaved = false, children }: Props) => {
  const translate = useTranslate();
  const title = translate(`accident.steps.${name}`);
  const { openStep, setOpenStep } = useInterview();
  // The step after the decision opens together with the decision, because it shows the result of the decision.
  const isOpen = openStep.name === name || (name === 'next' && openStep.name === 'decision');
  const content = useRef<HTMLDivElement>(null);
  const contentId = useId();
  useEffect(() => {
    if (openStep.name !== name || !openStep.focuses) return;
    // A field that the server refused comes before the first field of the step.
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector);
    const control =
      find('[data-choices]:has([role="alert"]) button[tabindex="0"]') ??
      find(':is([data-choices] button[tabindex="0"], input, textarea, ol, [data-first]):not(:disabled)');
    control?.focus();
  }, [name, openStep]);
  return (
    <Box component="section" aria-label={title} sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <ButtonBase
        data-look
        data-key={`step-${name}`}
        aria-expanded={isOpen}
        aria-controls={contentId}
        // A press by a key moves the focus into the step. `detail` counts the clicks of a mouse.
        onClick={({ detail }) => setOpenStep({ name: isOpen && detail > 0 ? undefined : name, focuses: detail === 0 })}
        sx={{ width: 1, minHeight: 32, px: 1.5, gap: 1, justifyContent: 'start', textAlign: 'start' }}
      >
        <Typography component="span" variant="caption" color="text.secondary" sx={{ width: 12, flex: 'none' }}>
          {callSteps.indexOf(name) + 1}
        </Typography>
        <Typography component="span" variant="body2" sx={{ fontWeight: 'fontWeightMedium', whiteSpace: 'nowrap' }}>
          {title}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          color="text.secondary"
          noWrap
          sx={{ flex: '1 1 0', contain: 'inline-size' }}
        >
          {!isOpen && summary}
        </Typography>
        {isUnsaved && (
          <Typography component="span" variant="caption" color="warning.main" sx={{ whiteSpace: 'nowrap' }}>
            {translate('accident.form.unsaved')}
          </Typography>
        )}
        <ExpandMoreIcon fontSize="small" aria-hidden sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Box ref={content} id={contentId} hidden={!isOpen} sx={{ px: 1.5, pt: 0.25, pb: 1.5 }}>
        {children}
      </Box>
    </Box>
  );
};
