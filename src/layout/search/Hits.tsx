import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MouseEvent } from 'react';
import { useTranslate } from 'react-admin';
import { HitOption } from './HitOption.tsx';
import { type Hit, hitKey, resourceOf } from './hits.ts';

interface Props {
  readonly id: string;
  readonly groups: readonly { readonly Kind: Hit['Kind']; readonly Items: readonly Hit[] }[];
  /** Key of the hit that Enter opens. */
  readonly chosen: string | undefined;
  readonly onPoint: (hit: Hit) => void;
  readonly onFollow: (event: MouseEvent) => void;
}

const headingOf = (kind: string): string => {
  const resource = resourceOf(kind);
  return resource ? `resources.${resource.name}.title` : 'search.pages';
};

/** All hits in groups, as the listbox of a combobox. */
export const Hits = ({ id, groups, chosen, onPoint, onFollow }: Props) => {
  const translate = useTranslate();
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={translate('search.results')}
      sx={{ overflowY: 'auto', overscrollBehavior: 'contain', minHeight: 0 }}
    >
      {groups.map(({ Kind, Items }) => (
        <Box key={Kind} role="group" aria-labelledby={`${id}-${Kind}`} sx={{ pb: 1 }}>
          <Typography
            id={`${id}-${Kind}`}
            variant="overline"
            component="div"
            color="textSecondary"
            sx={{ px: 1.5, py: 0.5, position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper' }}
          >
            {translate(headingOf(Kind))}
          </Typography>
          {Items.map(hit => (
            <HitOption
              key={hitKey(hit)}
              id={`${id}-${hitKey(hit)}`}
              hit={hit}
              selected={hitKey(hit) === chosen}
              onPoint={() => onPoint(hit)}
              onFollow={onFollow}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
};
