/** Of every demo account. Published in the README, so no real account may use it. */
export const demoPassword = 'drivedesk-demo';
