import type { Knex } from 'knex'
import type { LockedLogin, Unlocking } from '../../resources/access-control/commands/logins.ts'
import { can } from '../../resources/capabilities.ts'
import { user } from '../../resources/settings/user.ts'
import type { Person } from '../derive/rights/person.ts'
import { decodeRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'

const staff = ['EMPLOYEE', 'PARTNER_SITE']
const partners = ['CUSTOMER', 'TRANSPORTER']

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

/** The logins locked by wrong passwords, latest first, with the address of the last try and who may unlock them. */
export async function lockedLogins(db: Knex, userType: string | null, person: Person): Promise<LockedLogin[]> {
  const seen = typesSeen(person)
  const lastIp = db('login_session').where('userId', db.ref('user.id')).orderBy('id', 'desc').limit(1).select('ip')
  const rows: Omit<LockedLogin, 'mayUnlock'>[] = await db('user')
    .where({ isLocked: 1 })
    .whereIn('userType', userType === null ? seen : seen.filter(type => type === userType))
    .orderBy('lockedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .select('id', 'loginId', 'name', 'userType', 'failedCount', 'lockedAt', lastIp.as('lastIp'))
  const mayOpen = typesUnlocked(person)
  return rows.map(row => ({ ...row, mayUnlock: mayOpen.includes(row.userType) }))
}

/** Unlocks a login; the remark is saved in the history of the user. */
export async function unlockLogin(trx: Knex, asked: Unlocking, person: Person, author: Author) {
  const { userId, remark, mustChangePassword } = asked
  const row = await trx('user').where({ id: userId }).whereIn('userType', typesUnlocked(person)).first()
  if (!row) throw notFound()
  if (!row.isLocked) throw conflict('NOT_LOCKED', `${row.name} is not locked any more`)
  const opened = {
    isLocked: false,
    lockedAt: null,
    failedCount: 0,
    failuresFrom: now(),
    ...(mustChangePassword && { mustChangePassword }),
  }
  const locked = decodeRow(user, row) as never
  const after = await updateRow(trx, user, locked, opened as never, { ...author, reason: remark })
  return { id: (after as { id: number }).id, unlocked: true }
}
