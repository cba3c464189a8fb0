import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ClientSheet } from '../../../contract/shapes/clientSheet.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { accidents } from '../../../resources/accidents.ts';
import { recordPath } from '../../../schema/addresses.ts';
import { SectionPaper } from '../../../screens/record/Sections.tsx';

type Case = Pick<ClientSheet['Promises'][number], 'AccidentId' | 'ObjectId' | 'Status' | 'CrashUniqueIdentifier'>;

/** A section with a list of entries, or a line that says why there are none. `total`: number of all entries. */
export const Entries = <T,>({
  title,
  none,
  items,
  total = items.length,
  children,
}: {
  title: string;
  none: string;
  items: readonly T[];
  total?: number;
  children: (item: T) => ReactNode;
}) => {
  const { translate } = useI18n();
  return (
    <SectionPaper title={title}>
      {items.length === 0 && <Typography color="textSecondary">{none}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item, index) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries keep no state
            key={index}
            sx={{
              py: 0.75,
              borderTop: index > 0 ? 1 : 0,
              borderColor: 'divider',
              overflowWrap: 'anywhere',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {children(item)}
          </Box>
        ))}
      </Box>
      {total > items.length && (
        <Typography variant="caption" color="textSecondary">
          {translate('client.shown', { shown: items.length, total })}
        </Typography>
      )}
    </SectionPaper>
  );
};

/** First line of an entry: a strong text, and quiet facts behind it. */
export const EntryHead = ({ children, facts }: { children: ReactNode; facts: readonly ReactNode[] }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
    {children}
    {facts
      .filter(fact => fact !== '' && fact !== null)
      .map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts keep no state
        <Typography key={index} component="span" variant="body2" color="textSecondary">
          {fact}
        </Typography>
      ))}
  </Box>
);

export const CaseLink = ({ of: { AccidentId, ObjectId, Status, CrashUniqueIdentifier } }: { of: Case }) => {
  const { translate } = useI18n();
  return (
    <MuiLink
      component={Link}
      to={recordPath(accidents, { Id: AccidentId, ObjectId }, Status) ?? '/'}
      aria-label={translate('client.case', { id: CrashUniqueIdentifier })}
      sx={{ py: 0.25 }}
    >
      #{CrashUniqueIdentifier}
    </MuiLink>
  );
};
