import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { refusedPassword } from '../../resources/platform/password-policy.ts'
import { user } from '../../resources/settings/user.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { updateEach, updateRow } from '../derive/save/write.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { conflict, invalidField, notFound } from '../platform/errors.ts'
import { hashPassword } from './password.ts'
import { sha256 } from './sign-in.ts'
import { weaknessOf } from './weak-passwords.ts'

/** Hours for which a link for a forgotten password may be used. */
export const RESET_HOURS = 0.5

/** A user row as stored, with its secrets. */
export interface UserRow {
  id: number
  loginId: string
  name: string
  isActive: number
  passwordHash: string | null
  resetTokenHash: string | null
  resetExpiresAt: string | null
}

/** Refuses with 400 a password that the policy forbids; returns its hash. Outside of transactions, for hashing takes time. */
export async function hashNewPassword({ loginId }: UserRow, password: string): Promise<string> {
  const fault = await weaknessOf(password, loginId)
  if (fault) throw invalidField('newPassword', 'FORMAT', refusedPassword[fault])
  return hashPassword(password)
}

/** Saves a new password, uses up the link that allowed it, and ends every session of the user except `keptSession`. */
export async function savePassword(trx: Knex, old: UserRow, hash: string, author: Author, keptSession?: number) {
  const row = await refuseChanged(trx, old)
  const at = now()
  await updateRow(
    trx,
    user,
    decodeRow(user, row) as never,
    {
      passwordHash: hash,
      mustChangePassword: false,
      passwordFault: null,
      passwordChangedAt: at,
      resetTokenHash: null,
      resetExpiresAt: null,
      inviteStatus: 'ACTIVE',
      // Who sets a password has shown who they are.
      isLocked: false,
      lockedAt: null,
      failedCount: 0,
      failuresFrom: at,
    } as never,
    author,
  )
  await recordEvent(trx, author, { action: 'PASSWORD', entity: 'user', entityId: old.id, businessKey: old.loginId })
  const open = trx('login_session').where({ userId: old.id }).whereNull('logoutAt')
  if (keptSession) open.whereNot('id', keptSession)
  await open.update({ logoutAt: at, logoutType: 'FORCED' })
}

/** The row of a user as it stands now. Throws 409 where another change of the password or the link went first. */
async function refuseChanged(db: Knex, old: UserRow) {
  const row = await db('user').where({ id: old.id }).first()
  if (row && row.passwordHash === old.passwordHash && row.resetTokenHash === old.resetTokenHash) return row
  throw conflict('STALE_ROW', 'This password was changed a moment ago: sign in with the new one')
}

/**
 * Makes a link for each user that sets their password once within `hours` and replaces earlier links; returns the paths
 * with their secret part, in the order of the users.
 */
export async function newPasswordLinks(
  trx: Knex,
  rows: readonly StoredRow[],
  hours: number,
  author: Author,
  inviteStatus?: string,
): Promise<string[]> {
  const tokens = rows.map(() => randomBytes(24).toString('base64url'))
  const resetExpiresAt = secondsFromNow(hours * 3600)
  const links = rows.map((before, index) => ({
    before,
    asked: {
      resetTokenHash: sha256(tokens[index]!),
      resetExpiresAt,
      inviteStatus: inviteStatus ?? before.inviteStatus,
    },
  }))
  await updateEach(trx, user, links as never, author)
  // The part behind the # is sent to no server and written to no log.
  return tokens.map(token => `/forget-password#${token}`)
}

/** The active user of a link. Throws 404 when the link was used, replaced, has expired, or is unknown. */
export async function userOfLink(db: Knex, token: string | null): Promise<UserRow> {
  const row: UserRow | undefined =
    token !== null && /^[\w-]{32}$/.test(token)
      ? await db('user')
          .where({ resetTokenHash: sha256(token), isActive: 1 })
          .first()
      : undefined
  if (row?.resetExpiresAt && row.resetExpiresAt > now()) return row
  throw notFound('This link was used or has expired: ask for a new one.')
}
