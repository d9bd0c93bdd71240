import { system } from '../access.ts'
import { date, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { state } from '../masters/state.ts'

/** Days on which nobody works, in one state or everywhere. */
export const holiday = resource({
  group: 'settings',
  name: 'holiday',
  title: 'Holidays',
  purpose: 'The days that do not count as working days in a state, or everywhere.',
  fields: {
    holidayDate: date({ label: 'Day' }),
    stateId: reference(state, {
      optional: true,
      aliases: ['gst_state_code'],
      hint: 'Leave empty for the whole country',
    }),
    name: text({ max: 60 }),
  },
  key: ['holidayDate', 'stateId'],
  display: ['name', 'holidayDate'],
  list: ['holidayDate', 'stateId', 'name'],
  search: ['name'],
  sort: ['holidayDate'],
  access: system,
  everyRow: ['DISPATCH'],
})
