export const room = {
  title: 'Control room',
  at: 'as of %{time}',
  failed: 'The figures could not be loaded. Try again.',
  noValue: 'no data',
  table: 'As a table',
  mine: {
    overdue: { title: 'Overdue calls', none: 'No calls are overdue.' },
    today: { title: 'My calls today', none: 'No calls are planned for today.' },
    claimed: { title: 'Claimed by me', none: 'You have claimed no accident. The X key opens the next one.' },
  },
  urgent: {
    overdue: { title: 'Overdue calls', about: 'New accidents whose scheduled call is past.' },
    old: { title: 'Waiting over 24 h', about: 'New accidents whose impact was more than a day ago.' },
    unreliable: {
      title: 'Recording unreliable',
      about: 'New accidents whose recording cannot be believed: only the client can tell what happened.',
    },
    silent: { title: 'Device sends no data', about: 'Devices that have sent nothing for long.' },
  },
  waiting: {
    title: 'Waiting in the queue',
    about:
      'New accidents by the time from the impact to this minute. All new ones count, claimed or waiting for a call. The number opens the list.',
    under: 'under %{to} h',
    between: '%{from}–%{to} h',
    over: 'over %{from} h',
    overdue: 'Overdue calls',
    overdueAbout: 'New accidents whose scheduled call is past.',
  },
  contact: {
    title: 'First call',
    about:
      'Accidents with a first call in the last 7 days. Time from the impact to the first logged call; median: half of them took less. On time: within the target that the call rules set for the severity of the impact.',
    median: 'median of 7 days',
    earlier: '%{minutes} a week before',
    onTime: '%{percent} on time',
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
    about: 'Who has how many new accidents, how many of these have an overdue call, and how many were closed today.',
    name: 'Operator',
    open: 'Open',
    overdue: 'Overdue',
    closed: 'Today',
    openAbout: 'New accidents assigned to this person, now.',
    overdueAbout: 'Those of them whose scheduled call is past.',
    closedAbout: 'Accidents that this person closed since midnight by the company’s clock.',
    nobody: 'Unassigned',
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
  renewals: {
    title: 'Contracts that end',
    about:
      'Vouchers that are not closed and whose contract ends soon, by the company’s clock. The number opens them with their scores.',
    within: 'within %{days} days',
  },
  lift: {
    title: 'Crashes and the score before them',
    about:
      'Stretches of 64 days since %{from}: the score of each is of the 64 days before, its crashes are within. The line is the interval of 95\u00A0%: rare crashes also depend on chance.',
    kind: 'Which crashes',
    confirmed: 'Confirmed',
    major: 'Severe impacts',
    majorAbout: 'Severe impacts that nobody rejected, confirmed or not.',
    band: 'Score before',
    unscored: 'No score',
    drivers: 'Vehicles',
    distance: 'Distance, km',
    crashes: 'Crashes',
    rate: 'Per 100,000 km',
    interval: '%{rate} (%{low}–%{high})',
    none: { confirmed: 'No confirmed crashes in this period', major: 'No severe impacts in this period' },
    verdict: {
      tooFew:
        'Too few crashes with a score before them: %{crashes}, at least %{least} are needed. Whether the score separates them is not known.',
      separates: 'The score separates: the lower it is, the more crashes follow. That proves no cause.',
      unseparated: 'The score does not separate: the difference between bands may be chance.',
      reversed: 'The score does not separate: crashes are more frequent where it is higher.',
    },
    gini: 'Gini coefficient %{gini} (%{low} to %{high}): 1 is all crashes at the lowest scores, 0 is a score that tells nothing.',
    limits:
      'Crashes that were not the driver’s fault and hits on a parked car count, too. This table is no ground for a decision about a person.',
    unscoredCrashes: 'Without a score before the crash: %{crashes}.',
    sources: {
      acceleration: 'Only scores by accelerometer.',
      receiverSpeed: 'Only scores by GPS speed.',
      places: 'Only scores by places.',
    },
    otherSources: 'A further %{distance} km have scores by other data, which do not compare.',
  },
  scores: {
    title: 'Company score by week',
    about:
      'Twelve weeks of seven days up to yesterday, by the company’s clock. Score 0–100 of all trips of the week together, as of one driver. A point opens the scores of that week.',
    from: 'Week from',
    to: 'to',
    week: 'Week',
    score: 'Score',
    sources: {
      acceleration: 'Only cars with an accelerometer: scores by other data do not compare.',
      receiverSpeed: 'Only cars measured by GPS speed: scores by other data do not compare.',
      places: 'Only cars measured by places: scores by other data do not compare.',
    },
    drivers: 'Drivers',
  },
} as const;
