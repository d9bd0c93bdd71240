import { IDLE_SECONDS } from '../account/sessions.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { secondsFromNow } from '../platform/clock.ts'
import { minutesBetween } from '../platform/sql-words.ts'

/** Sign-ins with how they ended: one that nobody used for eight hours is over, whether or not somebody has noticed. */
export const loginLogoutQuery: ReportQuery = db => {
  const over = secondsFromNow(-IDLE_SECONDS)
  const open = "login_session.result = 'OK' and logoutAt is null"
  return db('login_session')
    .leftJoin('user', 'user.id', 'login_session.userId')
    .select(
      'login_session.id',
      'login_session.loginId',
      'login_session.userId',
      'user.userType',
      'loginAt',
      db.raw(`case when ${open} and lastSeenAt < ? then lastSeenAt else logoutAt end as ??`, [over, 'logoutAt']),
      db.raw(
        `case when ${open} then case when lastSeenAt < ? then 'IDLE' else 'OPEN' end else logoutType end as ended`,
        [over],
      ),
      db.raw(
        `case when login_session.result = 'OK' then ${minutesBetween(db, 'coalesce(logoutAt, lastSeenAt)', 'loginAt')} end as minutes`,
      ),
      'ip',
      db.raw(`${BROWSER} as browser`),
      'login_session.result',
      db.raw("case when login_session.result = 'OK' then 0 else 1 end as failed"),
      'userAgent',
    )
}

// Each later browser names the earlier ones too.
const BROWSER = `case when userAgent like '%Edg/%' then 'Edge' when userAgent like '%Firefox/%' then 'Firefox'
  when userAgent like '%Chrome/%' then 'Chrome' when userAgent like '%Safari/%' then 'Safari' else 'Other' end`
