/**
 * Build-time settings, see docs/configuration.md. They are read as one object, because Vite replaces `import.meta.env`
 * by its value.
 */
const buildEnv = import.meta.env as Readonly<Record<string, string | boolean | undefined>>;

export type BuildEnv = typeof buildEnv;

const text = (from: BuildEnv, name: string, otherwise = ''): string => {
  const value = from[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise;
};

/** Parses `1`, `true`, `on` and `0`, `false`, `off`. Any other value is ignored. */
const flag = (from: BuildEnv, name: string, otherwise: boolean): boolean => {
  const value = text(from, name).toLowerCase();
  if (['1', 'true', 'on'].includes(value)) return true;
  return ['0', 'false', 'off'].includes(value) ? false : otherwise;
};

export const readConfig = (from: BuildEnv) =>
  ({
    /** Origin of the API. Empty: the API has the same origin as the web application. */
    host: text(from, 'VITE_API_HOST'),
    /**
     * URL of a MapLibre style for all maps. Empty: the maps use the server's street map, or the built-in outline of the
     * world.
     */
    mapStyleUrl: text(from, 'VITE_MAP_STYLE_URL'),
    /** URL of the insurer's logo (SVG). It replaces the logo of Drivedesk. */
    logoUrl: text(from, 'VITE_LOGO_URL'),
    links: {
      support: text(from, 'VITE_SUPPORT_LINK', 'mailto:support@drivedesk.example'),
      developers: text(from, 'VITE_DEVELOPERS_LINK', '/developers/'),
    },
    /** Web analytics: id of the site, and URL of the service. An empty id turns the analytics off. */
    analytics: { id: text(from, 'VITE_ANALYTICS_ID'), url: text(from, 'VITE_ANALYTICS_URL') },
    /** Switches that show or hide parts of the layout. The defaults are those of the specification. */
    layout: {
      languageSwitcher: flag(from, 'VITE_LAYOUT_LANGUAGE_SWITCHER', true),
      search: flag(from, 'VITE_LAYOUT_SEARCH', true),
      chat: flag(from, 'VITE_LAYOUT_CHAT', true),
      toolbar: flag(from, 'VITE_LAYOUT_TOOLBAR', true),
      scrollToTop: flag(from, 'VITE_LAYOUT_SCROLL_TO_TOP', true),
      notifications: flag(from, 'VITE_LAYOUT_NOTIFICATIONS', false),
      quickActions: flag(from, 'VITE_LAYOUT_QUICK_ACTIONS', false),
      userPanel: flag(from, 'VITE_LAYOUT_USER_PANEL', false),
      cart: flag(from, 'VITE_LAYOUT_CART', false),
      quickPanel: flag(from, 'VITE_LAYOUT_QUICK_PANEL', false),
      /** Hides all menus, for an application that is embedded in another page. */
      blank: flag(from, 'VITE_LAYOUT_BLANK', false),
    },
  }) as const;

/** Settings of this installation, read once. */
export const config = readConfig(buildEnv);
