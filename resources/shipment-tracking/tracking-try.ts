import { logs } from '../access.ts'
import { choice, flag, instant, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { trackedBy } from '../dispatches/tracking-steps.ts'

/** Somebody who tracked a number without signing in; kept for a year, so that guessing can be seen. */
export const trackingTry = record({
  path: 'shipment-tracking/tracking-try',
  name: 'tracking-try',
  title: 'Tracking Tries',
  purpose: 'Which numbers were tracked on the public page, from where, and whether the proof fitted.',
  fields: {
    at: instant({ label: 'When' }),
    address: text({ max: 45, hint: 'The network address' }),
    trackedBy: choice(Object.keys(trackedBy), { label: 'Kind of number' }),
    number: text({ max: 20 }),
    found: flag({ label: 'Found', hint: 'The number exists and the proof fitted' }),
  },
  key: [],
  display: ['number', 'at'],
  list: ['at', 'address', 'trackedBy', 'number', 'found'],
  filters: ['at', 'address', 'number', 'found'],
  search: ['number', 'address'],
  sort: ['-id'],
  indexes: [['at'], ['number', 'at']],
  access: logs,
})
