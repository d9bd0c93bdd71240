import { logs } from '../../access.ts'
import { instant, integer, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'

/** The one sign-in of a GSTIN at the e-way portal, which all processes share; whoever holds it calls the portal alone. */
export const ewaySession = record({
  path: 'eway-sessions',
  name: 'eway-session',
  title: 'Sign-Ins At The E-Way Portal',
  purpose: 'Since when each GSTIN is signed in, and what went wrong.',
  fields: {
    gstin: text({ max: 15, unique: true, label: 'GSTIN' }),
    authToken: text({ max: 500, optional: true, secret: true }),
    sek: text({ max: 500, optional: true, secret: true }),
    validUntil: instant({ optional: true, label: 'Signed in until' }),
    signIns: integer({ min: 0, default: 0, label: 'Sign-ins in these 15 minutes' }),
    signInsSince: instant({ optional: true, label: 'Counted since' }),
    pausedUntil: instant({ optional: true, label: 'Waits until', hint: 'The portal asked to wait' }),
    lastOkAt: instant({ optional: true, label: 'Last answer' }),
    problem: text({ max: 500, optional: true, hint: 'Why the last sign-in failed' }),
    lockedBy: text({ max: 60, optional: true, marker: true }),
    lockedUntil: instant({ optional: true, marker: true }),
  },
  key: ['gstin'],
  list: ['gstin', 'validUntil', 'signIns', 'pausedUntil', 'lastOkAt', 'problem'],
  access: logs,
})

export type EwaySession = Row<typeof ewaySession>
