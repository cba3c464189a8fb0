/** Texts of the form for an accident that no device reported. */
export const report = {
  title: 'Report an accident',
  about: 'For an accident reported by phone, by the police or by a partner, not by a device.',
  searching: 'Searching…',
  nothing: 'Nothing found',
  type: 'Type a number or a name',
  now: 'Now',
  onMap: 'On the map',
  atLater: 'Cannot be later than now',
  placeWrong: 'Latitude and longitude with a comma between, or a full link to a point of a map',
  sources: { phone: 'Call of the client', police: 'Police', partner: 'Partner', other: 'Other' },
  submit: 'Report the accident',
  sending: 'Sending…',
  done: 'The accident is reported',
  cancel: 'Cancel',
} as const;
