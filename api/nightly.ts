import { closeLeavers } from './access-control/leavers.ts'
import { expireAgreements } from './masters/expire-agreements.ts'
import { countFrequentItems } from './masters/frequently-purchased-items.ts'
import type { Config } from './platform/config.ts'
import type { NightlyJob } from './platform/nightly.ts'
import { dropOld } from './platform/retention.ts'
import { endLapsedViews } from './platform/viewing.ts'

/** What is done every night, with the times of §L.8. */
export const nightlyJobs = ({ home }: Pick<Config, 'home'>): readonly NightlyJob[] => [
  { name: 'leavers', at: '00:05', work: closeLeavers },
  { name: 'lapsed-views', at: '00:15', work: endLapsedViews },
  { name: 'expire-agreements', at: '00:30', work: expireAgreements },
  { name: 'retention', at: '02:00', work: db => dropOld(db, home) },
  { name: 'frequent-items', at: '04:00', work: countFrequentItems },
]
