import { logs } from '../access.ts'
import { choice, instant, integer, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** A code of six digits sent to a person, which proves once that they read an address or are signing in. */
export const oneTimeCode = record({
  path: 'one-time-codes',
  name: 'one-time-code',
  title: 'One-time Codes',
  purpose: 'The codes that were mailed, what for, and whether they were used.',
  fields: {
    userId: reference(user),
    purpose: choice(['SIGN_IN', 'NEW_EMAIL']),
    target: text({ max: 254, label: 'Sent to' }),
    codeHash: text({ max: 64, secret: true }),
    expiresAt: instant({ label: 'Valid until' }),
    tries: integer({ min: 0, default: 0, label: 'Wrong tries' }),
    usedAt: instant({ optional: true, label: 'Used' }),
  },
  key: [],
  display: ['target'],
  list: ['userId', 'purpose', 'target', 'expiresAt', 'tries', 'usedAt'],
  sort: ['-id'],
  indexes: [['userId', 'purpose']],
  access: logs,
})
