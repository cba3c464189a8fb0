import MuiTabs, { type TabsProps } from '@mui/material/Tabs';

/** Tabs with arrows at the ends while not all of them fit. */
export const ScrollableTabs = (props: TabsProps) => (
  <MuiTabs
    variant="scrollable"
    allowScrollButtonsMobile
    // An arrow that is not needed takes no space, so that the first tab is aligned with the page.
    sx={{ borderBottom: 1, borderColor: 'divider', '& .MuiTabScrollButton-root.Mui-disabled': { display: 'none' } }}
    {...props}
  />
);
