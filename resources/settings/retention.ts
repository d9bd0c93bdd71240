import { logs } from '../access.ts'
import { instant, integer, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'

/** What is kept how long, and what the last night removed of it. */
export const retention = record({
  path: 'settings/retention',
  name: 'retention',
  title: 'Retention',
  purpose: 'What the portal keeps for how long, and what the last run removed.',
  fields: {
    name: text({ max: 40, label: 'Rule' }),
    position: integer({ min: 1, label: 'No' }),
    records: text({ max: 120 }),
    kept: text({ max: 60, label: 'Kept for' }),
    lastRunAt: instant({ optional: true, label: 'Last run' }),
    removed: integer({ optional: true, min: 0, label: 'Removed by last run' }),
    removedInAll: integer({ min: 0, default: 0, label: 'Removed in total' }),
  },
  key: ['name'],
  display: ['records'],
  list: ['position', 'records', 'kept', 'lastRunAt', 'removed', 'removedInAll'],
  sort: ['position'],
  access: logs,
})
