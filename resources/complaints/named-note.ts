import { flag, reference, text } from '../define/fields.ts'
import { user } from '../settings/user.ts'

/** A credit note that somebody entered while SAP could not tell of it: it settles nothing until SAP confirms it. */
export const namedNoteFields = {
  namedNoteNo: text({
    max: 16,
    optional: true,
    label: 'Credit note to check',
    hint: 'Entered while SAP did not answer: takes effect once SAP confirms it',
    audience: 'staff',
  }),
  namedNoteById: reference(user, { optional: true, audience: 'staff', label: 'Credit note entered by' }),
  namedNoteText: text({
    max: 255,
    optional: true,
    label: 'SAP on the credit note',
    hint: 'Why SAP denies it: enter another one',
    audience: 'staff',
  }),
}

/** Whether a credit note waits for SAP, or was denied by it. */
export const isNoteToCheckField = flag({ label: 'Credit note to check', audience: 'staff' })

/** Nothing waits for SAP. */
export const noNamedNote = { namedNoteNo: null, namedNoteById: null, namedNoteText: null } as const
