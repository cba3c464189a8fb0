/** What differs between installations of the cabinet, read once. */
export const config = {
  /** Address of the API; empty: the origin the cabinet came from. */
  host: (import.meta.env.VITE_API_HOST as string | undefined) ?? '',
  /** Vector map style by URL; without one the bundled outline is drawn. */
  mapStyleUrl: (import.meta.env.VITE_MAP_STYLE_URL as string | undefined) ?? '',
  links: { support: 'mailto:support@drivedesk.example', developers: '/developers/' },
  /** Layout switches of the specification with its defaults. */
  layout: {
    languageSwitcher: true,
    search: true,
    chat: true,
    toolbar: true,
    scrollToTop: true,
    notifications: false,
    quickActions: false,
    userPanel: false,
    cart: false,
    quickPanel: false,
    /** No menus, for embedding. */
    blank: false,
  },
} as const;
