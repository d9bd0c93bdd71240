import { sapSends } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, flag, instant, integer, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** The one row by which all processes of the portal know whether messages go to SAP now. */
export const sapSending = record({
  path: 'sap-sending',
  name: 'sap-sending',
  title: 'Sending to SAP',
  purpose: 'Whether messages go to SAP now: pauses after failures, and who paused the sending and why.',
  fields: {
    connection: text({ max: 40 }),
    failures: integer({ min: 0, default: 0, label: 'Failures in a row' }),
    pausedUntil: instant({ optional: true, label: 'Paused after failures until' }),
    errorClass: choice(['TECH', 'AUTH', 'UNKNOWN'], { optional: true, label: 'Class of the last failure' }),
    errorText: text({ max: 500, long: true, optional: true, label: 'Last failure' }),
    failedAt: instant({ optional: true, label: 'Last failed' }),
    alertedAt: instant({
      optional: true,
      label: 'IT administrators alerted',
      hint: 'Alerted that SAP refuses the sign-in',
    }),
    isPaused: flag({ label: 'Paused by a person' }),
    pausedById: reference(user, { optional: true, label: 'Paused by', audience: 'staff' }),
    pausedAt: instant({ optional: true }),
    pauseReason: text({ max: 500, long: true, optional: true, label: 'Reason', audience: 'staff' }),
  },
  key: ['connection'],
  list: ['connection', 'isPaused', 'pausedById', 'pauseReason', 'failures', 'pausedUntil', 'errorText'],
  actions: {
    pause: action({
      label: 'Pause sending',
      letter: 'A',
      when: { isPaused: false },
      inputs: { reason: text({ max: 500, long: true, hint: 'Reason, shown to users whose orders wait' }) },
      danger: true,
    }),
    resume: action({ label: 'Resume sending', letter: 'A', when: { isPaused: true } }),
    /** Ends a pause after failures early; the next message is the probe. */
    tryNow: action({ label: 'Try now', letter: 'A', when: { isPaused: false } }),
  },
  access: sapSends,
})

export type SapSending = Row<typeof sapSending>
