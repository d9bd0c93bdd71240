import { logs } from '../access.ts'
import { instant, integer, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'

/** The lease by which only one process runs a nightly job. */
export const jobLock = record({
  path: 'job-locks',
  name: 'job-lock',
  title: 'Jobs',
  purpose: 'Scheduled jobs: last run, errors and running process.',
  fields: {
    name: text({ max: 40 }),
    lockedBy: text({ max: 60, optional: true }),
    lockedUntil: instant({ optional: true }),
    lastRunAt: instant({ optional: true, label: 'Last begun' }),
    doneAt: instant({ optional: true, label: 'Last done' }),
    tries: integer({ min: 0, default: 0, hint: 'How often the last turn was begun' }),
    failedAt: instant({ optional: true, label: 'Last failed' }),
    retryAt: instant({ optional: true, label: 'Next try' }),
    problem: text({ max: 500, optional: true, hint: 'Why the last run failed' }),
  },
  key: ['name'],
  list: ['name', 'lastRunAt', 'doneAt', 'failedAt', 'problem', 'retryAt', 'tries', 'lockedBy', 'lockedUntil'],
  access: logs,
})
