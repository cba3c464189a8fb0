/** Password of every demo account. The README publishes it, so no real account may use it. */
export const demoPassword = 'drivedesk-demo';
