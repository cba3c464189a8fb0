import { reporters } from '../../resources/accidents/reporter.ts';

export const report = {
  title: 'Report an accident',
  about: 'For an accident reported by phone, by the police or by a partner, not by a device.',
  searching: 'Searching…',
  nothing: 'Nothing found',
  type: 'Type a number or a name',
  now: 'Now',
  onMap: 'On the map',
  atLater: 'Cannot be later than now',
  placeWrong:
    'This place is not in the list, which has cities of Russia from 100,000 people and addresses of past accidents: choose a point on the map, or paste coordinates or a full link to a point of a map',
  cityOnMap: 'The map is open at the city: %{city}. Choose the exact place.',
  sources: {
    phone: reporters.phone.en,
    police: reporters.police.en,
    partner: reporters.partner.en,
    other: reporters.other.en,
  },
  submit: 'Report the accident',
  sending: 'Sending…',
  done: 'The accident is reported',
  cancel: 'Cancel',
} as const;
