import { logs } from '../access.ts'
import { choice, instant, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** A sign-in, or an attempt at one. */
export const loginSession = record({
  path: 'login-sessions',
  name: 'login-session',
  title: 'Sign-ins',
  purpose: 'Sign-ins and sign-outs with time and place, and failed sign-ins.',
  fields: {
    userId: reference(user, { optional: true }),
    loginId: text({ max: 60, label: 'Login ID' }),
    loginAt: instant({ label: 'Signed in' }),
    logoutAt: instant({ optional: true, label: 'Signed out' }),
    logoutType: choice(['USER', 'IDLE', 'FORCED', 'EXPIRED'], { optional: true, label: 'Ended by' }),
    ip: text({ max: 45, label: 'IP address' }),
    userAgent: text({ max: 255, optional: true, label: 'Browser' }),
    result: choice(['OK', 'BAD_PASSWORD', 'LOCKED', 'DISABLED', 'NO_ROLE']),
    refreshTokenHash: text({ max: 64, optional: true, secret: true }),
    lastSeenAt: instant({ optional: true, label: 'Last seen' }),
    viewAsUserId: reference(user, { optional: true, label: 'Viewing as' }),
    viewAsUntil: instant({ optional: true, label: 'Viewing until' }),
  },
  key: [],
  display: ['loginId', 'loginAt'],
  list: ['loginId', 'userId', 'loginAt', 'logoutAt', 'logoutType', 'ip', 'userAgent', 'result'],
  search: ['loginId', 'ip'],
  sort: ['-loginAt'],
  indexes: [['userId', 'loginAt'], ['loginId', 'loginAt'], ['loginAt'], ['refreshTokenHash'], ['ip', 'loginAt']],
  access: logs,
})
