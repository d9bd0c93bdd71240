import type { Knex } from 'knex'
import type { LockedLogin } from '../../resources/access-control/logins.ts'
import { can } from '../../resources/capabilities.ts'
import { user } from '../../resources/settings/user.ts'
import { readId } from '../derive/list/query.ts'
import type { Person } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { decodeRow } from '../derive/row-codec.ts'
import { updateRow } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { now } from '../platform/clock.ts'
import { conflict, forbidden, invalidField, notFound } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'

const staff = ['EMPLOYEE', 'PARTNER_SITE']
const partners = ['CUSTOMER', 'TRANSPORTER']
const everyone = [...staff, ...partners]

/** The user types whose locked logins a person sees. */
export const typesSeen = (person: Person) => [
  ...(can(person, 'seeLockedStaff') ? staff : []),
  ...(can(person, 'seeLockedPartners') ? partners : []),
]

/** The user types whose logins a person may unlock. */
const typesUnlocked = (person: Person) => [
  ...(can(person, 'unlockStaff') ? staff : []),
  ...(can(person, 'unlockPartners') ? partners : []),
]

/**
 * `GET /api/locked-logins?userType=EMPLOYEE`: the logins locked by wrong passwords, the latest first, each with the
 * address of its last try and whether the caller may unlock it. `POST /api/locked-logins { userId, remark,
 * mustChangePassword }` unlocks one; the remark is saved in the history of the user.
 */
export function lockedLogins(db: Knex) {
  return {
    async find(call: Call): Promise<LockedLogin[]> {
      const person = requirePerson(call)
      const seen = typesSeen(person)
      if (seen.length === 0)
        throw forbidden('Only IT administrators, the master data desk, CSC agents and auditors see locked logins')
      const { userType } = (call.query ?? {}) as { userType?: unknown }
      if (userType !== undefined && !everyone.includes(String(userType)))
        throw invalidField('userType', 'ENUM', `userType must be one of ${everyone.join(', ')}`)
      const lastIp = db('login_session').where('userId', db.ref('user.id')).orderBy('id', 'desc').limit(1).select('ip')
      const rows: Omit<LockedLogin, 'mayUnlock'>[] = await db('user')
        .where({ isLocked: 1 })
        .whereIn('userType', userType === undefined ? seen : seen.filter(type => type === userType))
        .orderBy('lockedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(500)
        .select('id', 'loginId', 'name', 'userType', 'failedCount', 'lockedAt', lastIp.as('lastIp'))
      const mayOpen = typesUnlocked(person)
      return rows.map(row => ({ ...row, mayUnlock: mayOpen.includes(row.userType) }))
    },

    async create(body: Record<string, unknown>, call: Call) {
      const person = requirePerson(call)
      const author = requireAuthor(call)
      const userId = readId(body.userId)
      const remark = typeof body.remark === 'string' ? body.remark.trim() : ''
      if (!remark) throw invalidField('remark', 'REQUIRED', 'Remark is required: say who asked and how you knew them')
      if (remark.length > 255) throw invalidField('remark', 'LENGTH', 'Remark must have at most 255 characters')
      const mayOpen = typesUnlocked(person)
      if (mayOpen.length === 0) throw forbidden('Only IT administrators and CSC agents unlock logins')
      return transact(db, async trx => {
        const row =
          userId === undefined
            ? undefined
            : await trx('user').where({ id: userId }).whereIn('userType', mayOpen).first()
        if (!row) throw notFound()
        if (!row.isLocked) throw conflict('NOT_LOCKED', `${row.name} is not locked any more`)
        const opened = {
          isLocked: false,
          lockedAt: null,
          failedCount: 0,
          failuresFrom: now(),
          ...(body.mustChangePassword === true && { mustChangePassword: true }),
        }
        const after = await updateRow(trx, user, decodeRow(user, row) as never, opened as never, {
          ...author,
          reason: remark,
        })
        return { id: (after as { id: number }).id, unlocked: true }
      })
    },
  }
}
