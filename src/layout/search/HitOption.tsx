import Box from '@mui/material/Box';
import { alpha, styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { icons } from '../../components/icons.ts';
import { hasAnyRole } from '../../contract/access.ts';
import type { SearchHit } from '../../contract/shapes/search.ts';
import { listNames } from '../../dataProvider/locate.ts';
import { resources } from '../../resources/index.ts';
import { listAddress } from '../../routes/listAddress.ts';
import { routeTable } from '../../routes/table.ts';
import type { Resource } from '../../schema/define.ts';
import type { IconName } from '../../schema/navigation.ts';
import { compareSearchOrder, searchKindOf } from '../../schema/searchSettings.ts';
import { useFormatWhen } from '../live/useFormatWhen.ts';

/** A search result: a record, or a page of the application (`page`). */
export interface Hit extends SearchHit {
  readonly icon?: IconName;
}

export const resourceOf = (kind: string): Resource | undefined =>
  Object.values(resources).find(resource => resource.globalSearch && searchKindOf(resource) === kind);

/** Returns the resources that an account with these roles may search, in the order of the result groups. */
export const searchableResources = (roles: readonly string[]): readonly Resource[] =>
  Object.values(resources)
    .filter(({ globalSearch, access }) => globalSearch && hasAnyRole(roles, access.read))
    .sort(compareSearchOrder);

const listPath = (kind: string): string => {
  const resource = resourceOf(kind);
  const [list] = resource ? listNames({ [resource.name]: resource }) : [];
  return routeTable.find(entry => entry.resource === list)?.path ?? '/';
};

/** Returns the path of a search result: its own page, or a list that is searched for it. */
export const pathOfHit = ({ Kind, Path, Title }: Hit): string =>
  Path ?? listAddress(listPath(Kind), { filter: { q: Title } });

export const hitKey = ({ Kind, Id }: Hit): string => `${Kind}-${Id}`;

const Mark = styled('mark')(({ theme }) => ({
  backgroundColor: 'transparent',
  // The colour is readable on the tinted background of a selected line too.
  color: theme.palette.mode === 'dark' ? theme.palette.primary.main : theme.palette.primary.dark,
  fontWeight: theme.typography.fontWeightMedium,
}));

const HighlightedText = ({ text, marks }: { text: string; marks: SearchHit['TitleMarks'] }) => {
  let shownUpTo = 0;
  const parts = marks.flatMap(([from = 0, to = 0]) => {
    const plainText = text.slice(shownUpTo, from);
    shownUpTo = to;
    return [plainText, <Mark key={from}>{text.slice(from, to)}</Mark>];
  });
  return (
    <>
      {parts}
      {text.slice(shownUpTo)}
    </>
  );
};

const HitLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  padding: theme.spacing(0.75, 1.5),
  borderRadius: theme.shape.borderRadius,
  color: 'inherit',
  textDecoration: 'none',
  scrollMarginBlock: theme.spacing(5),
  '&[aria-selected=true]': { backgroundColor: alpha(theme.palette.primary.main, 0.1) },
}));

const HitTime = ({ at }: { at: string }) => (
  <Typography component="time" dateTime={at} variant="caption" color="textSecondary" noWrap sx={{ flexShrink: 0 }}>
    {useFormatWhen()(at)}
  </Typography>
);

interface Props {
  readonly id: string;
  readonly hit: Hit;
  readonly selected: boolean;
  readonly onPoint: () => void;
  readonly onFollow: (event: MouseEvent) => void;
}

/** A search result as a real link, so that middle click and context menu work. The focus stays in the search input. */
export const HitOption = ({ id, hit, selected, onPoint, onFollow }: Props) => {
  const linkRef = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (selected) linkRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  const { globalSearch, navigation } = resourceOf(hit.Kind) ?? {};
  const Icon = icons[hit.icon ?? globalSearch?.icon ?? navigation?.icon ?? 'desk'];
  return (
    <HitLink
      ref={linkRef}
      id={id}
      to={pathOfHit(hit)}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      onPointerMove={selected ? undefined : onPoint}
      onClick={onFollow}
    >
      <Icon fontSize="small" aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 1.5 }}>
          <Typography variant="subtitle1" noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {globalSearch?.titlePrefix}
            <HighlightedText text={hit.Title} marks={hit.TitleMarks} />
          </Typography>
          {hit.At && <HitTime at={hit.At} />}
        </Box>
        <Typography
          variant="body2"
          color="textSecondary"
          title={hit.Subtitle}
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', overflowWrap: 'anywhere', whiteSpace: { sm: 'nowrap' } }}
        >
          <HighlightedText text={hit.Subtitle} marks={hit.SubtitleMarks} />
        </Typography>
      </Box>
    </HitLink>
  );
};
