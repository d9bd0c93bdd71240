import { countFrequentItems } from './masters/frequently-purchased-items.ts'
import type { NightlyJob } from './platform/nightly.ts'

/** What is done every night, with the times of §L.8. */
export const nightlyJobs: readonly NightlyJob[] = [{ name: 'frequent-items', at: '04:00', work: countFrequentItems }]
