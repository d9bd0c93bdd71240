import { logs } from '../access.ts'
import { instant, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'

/** The lease by which only one process runs a nightly job. */
export const jobLock = record({
  path: 'job-locks',
  name: 'job-lock',
  title: 'Jobs',
  purpose: 'The regular jobs: when each last ran, and which process runs it now.',
  fields: {
    name: text({ max: 40 }),
    lockedBy: text({ max: 60, optional: true }),
    lockedUntil: instant({ optional: true }),
    lastRunAt: instant({ optional: true, label: 'Last run' }),
  },
  key: ['name'],
  list: ['name', 'lastRunAt', 'lockedBy', 'lockedUntil'],
  access: logs,
})
