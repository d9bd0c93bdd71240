import type { ComputedColumn } from '../derive/extend.ts'

/**
 * The status of the login of a row, the best of its users' where it has several; `link` is the user's reference to the
 * row.
 */
export const loginStatusBy =
  (link: 'customerId' | 'employeeId' | 'transporterId' | 'plantId'): ComputedColumn =>
  (db, of) => {
    const best = `max(case when ?? = 0 then 1 when ?? = 'INVITED' then 2 else 3 end)`
    const status = `case ${best} when 3 then 'ACTIVE' when 2 then 'INVITED' when 1 then 'DISABLED' else 'NOT_CREATED' end`
    return db('user as login')
      .where(`login.${link}`, of('id'))
      .select(db.raw(status, ['login.isActive', 'login.inviteStatus']))
  }
