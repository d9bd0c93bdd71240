import { logs } from '../access.ts'
import { choice, flag, instant, integer, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { loginSession } from '../platform/login-session.ts'
import { user } from '../settings/user.ts'

/** Every sign-in and every attempt at one. */
export const loginLogoutReport = report({
  name: 'login-logout-report',
  title: 'Login Logout Report',
  purpose: 'Sign-ins and sign-outs with time, place and duration, and failed sign-ins.',
  fields: {
    loginId: text({ max: 60, label: 'Login ID' }),
    userId: reference(user, { optional: true, label: 'Name' }),
    userType: choice(user.fields.userType.options!, { optional: true }),
    loginAt: instant({ label: 'Signed in' }),
    logoutAt: instant({ optional: true, label: 'Signed out' }),
    ended: choice(['OPEN', 'USER', 'IDLE', 'FORCED', 'EXPIRED'], { optional: true, label: 'Result' }),
    minutes: integer({ optional: true, hint: 'Counted until the last request if there was no sign-out' }),
    ip: text({ max: 45, label: 'Address' }),
    browser: choice(['Edge', 'Firefox', 'Chrome', 'Safari', 'Other']),
    result: choice(loginSession.fields.result.options!),
    failed: flag({ label: 'Failed tries' }),
    userAgent: text({ max: 255, optional: true, label: 'Browser (user agent)' }),
  },
  display: ['loginId', 'loginAt'],
  list: ['loginId', 'userId', 'userType', 'loginAt', 'logoutAt', 'ended', 'minutes', 'ip', 'browser', 'result'],
  filters: ['loginAt', 'loginId', 'userId', 'userType', 'result', 'failed'],
  groups: ['userId', 'userType', 'result', 'ended', 'browser', 'failed'],
  search: ['loginId', 'ip'],
  sort: ['-loginAt'],
  period: { field: 'loginAt', opens: 'last-7-days' },
  access: logs,
})
