/** Of every demo account. It stands in the README: nobody may take it for their own. */
export const demoPassword = 'drivedesk-demo';
