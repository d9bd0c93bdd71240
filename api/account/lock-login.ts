import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { user as users } from '../../resources/settings/user.ts'
import { decodeRow } from '../derive/row-codec.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { sendMail } from '../mail/messages.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import { type LockSettings, type TriedLogin, wrongTries } from './wrong-tries.ts'

type Signer = Pick<Config, 'secret' | 'portalUrl'>

interface LockedUser extends NonNullable<TriedLogin['user']> {
  loginId: string
  name: string
  email: string
}

/** Minutes between two mails to an administrator whose password is guessed. */
const MAILED_MINUTES = 60

/** What is unlocked: the counting of wrong passwords begins again. */
const unlocked = () => ({ isLocked: false, lockedAt: null, failedCount: 0, failuresFrom: now() })

/** Ends a lock whose time is over, as from that moment; returns whether it was. */
export async function endLapsedLock(
  db: Knex,
  { id, lockedAt }: NonNullable<TriedLogin['user']>,
  settings: LockSettings,
): Promise<boolean> {
  const endsAt = new Date(Date.parse(lockedAt ?? now()) + 60_000 * settings['login.lock_minutes']).toISOString()
  if (lockedAt !== null && endsAt > now()) return false
  const lock = db('user').where({ id, isLocked: 1, lockedAt })
  return (await lock.update({ isLocked: 0, lockedAt: null, failedCount: 0, failuresFrom: endsAt })) > 0
}

/**
 * Counts a wrong password, which is recorded already. With the last one allowed the login is locked, and its person gets
 * a mail whose link unlocks it; a login that is not to be locked gets a mail only.
 */
export async function countWrongTry(
  trx: Knex,
  config: Signer,
  login: TriedLogin & { user: LockedUser; settings: LockSettings },
): Promise<void> {
  const { user, settings, ip } = login
  await trx('user')
    .where({ id: user.id })
    .update({ failedCount: trx.raw('?? + 1', ['failedCount']) })
  const tries = await wrongTries(trx, login, settings)
  if (tries.all < settings['login.max_failures']) return
  if (tries.isGuarded) return warn(trx, user, ip)
  const lockedAt = now()
  const locks = await trx('user').where({ id: user.id, isLocked: 0 }).update({ isLocked: 1, lockedAt })
  if (locks) await mailUnlockLink(trx, config, { ...user, lockedAt }, settings, ip)
}

async function warn(trx: Knex, { id, name, loginId, email }: LockedUser, ip: string) {
  const mailed = await trx('message_log')
    .where({ templateCode: 'SIGN_IN_TRIED', ownerType: 'user', ownerId: id })
    .where('createdAt', '>', secondsFromNow(-60 * MAILED_MINUTES))
    .first('id')
  if (mailed) return
  const values = { name, loginId, ipAddress: ip }
  await sendMail(trx, { template: 'SIGN_IN_TRIED', topic: 'SECURITY', to: email, values, owner: { type: 'user', id } })
}

async function mailUnlockLink(
  trx: Knex,
  { secret, portalUrl }: Signer,
  { id, name, loginId, email, lockedAt }: LockedUser,
  settings: LockSettings,
  ip: string,
) {
  const minutes = String(settings['login.lock_minutes'])
  await sendMail(trx, {
    template: 'LOGIN_LOCKED',
    topic: 'SECURITY',
    to: email,
    values: { name, loginId, ipAddress: ip, minutes },
    // The part behind the # is sent to no server and written to no log.
    secrets: { link: `${portalUrl}/login#unlock=${unlockToken(secret, id, lockedAt!)}` },
    owner: { type: 'user', id },
  })
}

const signed = (secret: string, lock: string) =>
  createHmac('sha256', secret).update(`unlock ${lock}`).digest('base64url')

/** A token that ends this one lock of a user, once: it names the instant of the lock. */
const unlockToken = (secret: string, userId: number, lockedAt: string) => {
  const lock = `${userId}.${Date.parse(lockedAt)}`
  return `${lock}.${signed(secret, lock)}`
}

function lockOf(secret: string, token: string | null): { id: number; lockedAt: string } | undefined {
  const [, id, at, mark] = /^(\d{1,10})\.(\d{13})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (!id || !at || !mark) return undefined
  const isOurs = timingSafeEqual(Buffer.from(signed(secret, `${id}.${at}`)), Buffer.from(mark))
  return isOurs ? { id: Number(id), lockedAt: new Date(Number(at)).toISOString() } : undefined
}

/**
 * Unlocks a login by the link that was mailed to its person, once; returns the login. Throws 404 where the link was used or
 * the login is locked no more.
 */
export async function unlockByLink(
  trx: Knex,
  secret: string,
  token: string | null,
  ip: string | null,
): Promise<string> {
  const lock = lockOf(secret, token)
  const row =
    lock &&
    (await trx('user')
      .where({ ...lock, isLocked: 1, isActive: 1 })
      .first())
  if (!row) throw notFound('This link was used, or your login is locked no more: sign in.')
  const author = { ...systemAuthor('link mailed to the person'), ip }
  await updateRow(trx, users, decodeRow(users, row) as never, unlocked() as never, author)
  return row.loginId
}
