import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { ApiError, api } from '../../api/client.ts';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { SightingQuery } from '../../contract/shapes/sighting.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { refusalText } from '../../feedback/refusal.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { bodyOf, placeIn, placeText, type Question, questionIn } from './question.ts';
import { SightingAnswer } from './SightingAnswer.tsx';

// The map uses the texts of the accident workbench.
const PlaceMap = lazyComponent('PlaceMap', () => import('./PlaceMap.tsx'), 'accident');

const mapHeight = 'clamp(300px, 48vh, 560px)';

/** An unknown car is an answer. Treated as a failure it would also show a toast. */
const toUnknown = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/** Page "Was it there?": the question, the map, and the verdict. */
export const SightingSearch = ({ ofCase }: { ofCase: boolean }) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`screener.there.${key}`);
  const [search] = useSearchParams();
  const [question, setQuestion] = useState<Question>(() => questionIn(search));
  const asking = useMutation({
    mutationFn: (body: SightingQuery) => api('POST /api/v3/sightings')({ body }).catch(toUnknown),
  });
  const change = (changed: Partial<Question>) => setQuestion(now => ({ ...now, ...changed }));
  const { isPending, variables } = asking;
  // The verdict is hidden when the form changes, because it would look like the answer to another place, time or car.
  const isOfThis = variables !== undefined && JSON.stringify(variables) === JSON.stringify(bodyOf(question));
  const { data, error } = isOfThis ? asking : { data: undefined, error: null };
  const ask = () => asking.mutate(bodyOf(question));
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <div>
        <Typography variant="h1">{t('title')}</Typography>
        <Typography color="textSecondary">
          {t('about')} {t(ofCase ? 'case' : 'audit')}
        </Typography>
      </div>
      {/* On a phone the answer comes before the map: behind it nobody would see that there is one. */}
      <Box
        sx={{
          ...{ display: 'grid', gap: 2, alignItems: 'start' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(300px, 384px) minmax(0, 1fr)' },
        }}
      >
        <QuestionForm question={question} onChange={change} onAsk={ask} busy={isPending} />
        <Box
          role="status"
          aria-busy={isPending}
          sx={{ display: 'grid', gap: 2, gridArea: { lg: '2 / 1 / auto / -1' } }}
        >
          {isPending && <Skeleton variant="rounded" height={220} />}
          {!isPending && variables && !isOfThis && <Typography color="textSecondary">{t('changed')}</Typography>}
          {!isPending && data === null && <Notice title={t('unknown')} text={t('unknownHelp')} />}
          {!isPending && error && <Failed text={refusalText(error, translate) ?? t('failed')} onRetry={ask} />}
          {!isPending && data && data.Items.length > 1 && <Typography>{t('several')}</Typography>}
          {!isPending &&
            data?.Items.map(sighting => (
              <SightingAnswer
                key={sighting.VoucherId}
                sighting={sighting}
                radiusM={variables?.RadiusM ?? 0}
                leads={!ofCase}
              />
            ))}
        </Box>
        <LazyBoundary waiting={<Skeleton variant="rounded" sx={{ height: mapHeight }} />}>
          <PlaceMap
            height={mapHeight}
            place={placeIn(question.place)}
            radiusM={Number(question.radiusM)}
            sighting={data?.Items[0]}
            onPick={(latitude, longitude) => change({ place: placeText(latitude, longitude) })}
          />
        </LazyBoundary>
      </Box>
    </Box>
  );
};
