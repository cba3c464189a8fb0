import type { Texts } from '../texts.ts';

export const errors = {
  notFound: {
    title: 'Page not found',
    about: 'The address “%{path}” leads nowhere: the link may be mistyped, or the page has moved.',
    back: 'To the work desk',
  },
  noPermission: {
    title: 'Not permitted',
    about: 'The section “%{page}” is open to the role “%{roles}”. Your role: “%{own}”.',
    hint: 'If you need the section for your work, turn to the manager of your company.',
    back: 'To the work desk',
  },
  roles: { OPERATOR: 'operator', MANAGER: 'manager', SUPERUSER: 'administrator' },
  noRole: 'none',
} satisfies Texts['errors'];
