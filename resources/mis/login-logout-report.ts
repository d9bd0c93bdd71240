import { logs } from '../access.ts'
import { choice, flag, instant, integer, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { loginSession } from '../platform/login-session.ts'
import { user } from '../settings/user.ts'

/** Every sign-in and every attempt at one. */
export const loginLogoutReport = report({
  name: 'login-logout-report',
  title: 'Login Logout Report',
  purpose: 'Who signed in and out, when, from where and for how long, and which tries failed.',
  fields: {
    loginId: text({ max: 60, label: 'Login id' }),
    userId: reference(user, { optional: true, label: 'Name' }),
    userType: choice(user.fields.userType.options!, { optional: true }),
    loginAt: instant({ label: 'Signed in' }),
    logoutAt: instant({ optional: true, label: 'Signed out' }),
    ended: choice(['OPEN', 'USER', 'IDLE', 'FORCED', 'EXPIRED'], { optional: true, label: 'How it ended' }),
    minutes: integer({ optional: true, hint: 'Until the last request where nobody signed out' }),
    ip: text({ max: 45, label: 'Address' }),
    browser: choice(['Edge', 'Firefox', 'Chrome', 'Safari', 'Other']),
    result: choice(loginSession.fields.result.options!),
    failed: flag({ label: 'Failed tries' }),
    userAgent: text({ max: 255, optional: true, label: 'Browser in its own words' }),
  },
  display: ['loginId', 'loginAt'],
  list: ['loginId', 'userId', 'userType', 'loginAt', 'logoutAt', 'ended', 'minutes', 'ip', 'browser', 'result'],
  filters: ['loginAt', 'loginId', 'userId', 'userType', 'result', 'failed'],
  search: ['loginId', 'ip'],
  sort: ['-loginAt'],
  period: { field: 'loginAt', opens: 'last-7-days' },
  access: logs,
})
