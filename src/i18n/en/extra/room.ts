export const room = {
  title: 'Control room',
  at: 'as of %{time}',
  failed: 'The figures could not be counted. Try again.',
  noValue: 'no data',
  table: 'As a table',
  waiting: {
    title: 'Waiting in the queue',
    about:
      'New accidents by the time from the impact to this minute. All new ones count, claimed or waiting for a call. The number opens the list.',
    under: 'under %{to} h',
    between: '%{from}–%{to} h',
    over: 'over %{from} h',
    overdue: 'Overdue calls',
    overdueAbout: 'New accidents whose planned call is past.',
  },
  contact: {
    title: 'First call',
    about:
      'Accidents that were first called about in the last 7 days. Time from the impact to the first logged call; median: half of them took less.',
    median: 'median of 7 days',
    none: 'no calls logged in 7 days',
    of: { opened: 'still new', closed: 'processed', notvalid: 'mini-losses' },
  },
  outcomes: {
    title: 'Outcomes of 30 days',
    about:
      'Impacts of today and the 29 days before, by the company’s clock. Confirmed: processed as “Confirmed”, “Passed to the insurer” or “Finished”. Not confirmed: processed with that status. Mini-losses: all in that section.',
    confirmed: 'Confirmed',
    notConfirmed: 'Not confirmed',
    mini: 'Mini-losses',
  },
  hours: {
    title: 'Impacts by hour',
    about:
      'Impacts of the last 24 hours by the company’s clock; the last hour is not over. Colour: the section an accident is in now. A bar opens its list.',
    hour: 'Hour',
    Opened: 'new',
    Closed: 'processed',
    Notvalid: 'mini-losses',
  },
  people: {
    title: 'Operators',
    about: 'Who has how many new accidents, how many of these have an overdue call, and how many were finished today.',
    name: 'Operator',
    open: 'Open',
    overdue: 'Overdue',
    closed: 'Today',
    openAbout: 'New accidents that are this person’s, now.',
    overdueAbout: 'Those of them whose planned call is past.',
    closedAbout: 'Processed accidents that this person finished since midnight by the company’s clock.',
    nobody: 'Nobody’s',
    gone: 'Account removed',
  },
  models: {
    title: 'False alarms by device model',
    about: 'Processed impacts of the same 30 days by the model of the device that reported: not confirmed / confirmed.',
    none: 'Nothing was processed in 30 days.',
    unknown: 'no device',
    notConfirmed: 'not confirmed',
    confirmed: 'confirmed',
  },
  scores: {
    title: 'Company score by week',
    about:
      'Twelve weeks of seven days up to yesterday, by the company’s clock. Score 0–100 of all trips of the week together, as of one driver. A point opens the scores of that week.',
    week: 'Week',
    score: 'Score',
    sources: {
      acceleration: 'Only cars with an accelerometer: scores by other data do not compare.',
      receiverSpeed: 'Only cars measured by GPS speed: scores by other data do not compare.',
      places: 'Only cars measured by places: scores by other data do not compare.',
    },
    drivers: 'Drove',
  },
} as const;
