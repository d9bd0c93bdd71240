import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import type { Forgotten } from '../../resources/platform/commands/account.ts'
import { user } from '../../resources/settings/user.ts'
import type { Context } from '../derive/command/serve-commands.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { sendMails } from '../mail/messages.ts'
import { invalidField } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { transact } from '../platform/transact.ts'
import { verifyPassword } from './password.ts'
import { hashNewPassword, newPasswordLinks, RESET_HOURS, savePassword, type UserRow, userOfLink } from './passwords.ts'

/** The least delay, after the answer, before a forgotten password is looked up. */
const LATER_MS = 100

/** Changes a person's own password. Throws 400 where the present one is wrong, and for a new one that the policy forbids. */
export async function changePassword(
  passwords: { password: string; newPassword: string },
  { trx: db, person, author, call }: Context,
): Promise<void> {
  const row: UserRow = await db('user').where({ id: person.id }).first()
  if (!(await verifyPassword(passwords.password, row.passwordHash)))
    throw invalidField('password', 'FORMAT', 'Present password is not correct')
  if (passwords.newPassword === passwords.password)
    throw invalidField('newPassword', 'RULE', 'New password is your current one: choose another')
  const hash = await hashNewPassword(row, passwords.newPassword)
  await transact(db, trx => savePassword(trx, row, hash, author, (call as { sessionId?: number }).sessionId))
}

/** Sets a password by a link; returns its login. Throws 404 for the link, 400 for a password that the policy forbids. */
export async function setPassword(
  db: Knex,
  { token, newPassword }: { token: string | null; newPassword: string },
  ip: string | null,
): Promise<string> {
  const row = await userOfLink(db, token)
  const hash = await hashNewPassword(row, newPassword)
  const author = { ...systemAuthor('password link'), ip }
  await transact(db, trx => savePassword(trx, row, hash, author))
  return row.loginId
}

/** Mails a link to whom the details fit. Begun after the answer was sent: its duration would reveal whether the login exists. */
export function mailLater(db: Knex, forgotten: Forgotten, { portalUrl, log }: { portalUrl: string; log: Log }): void {
  const mail = () =>
    mailForgotten(db, forgotten, portalUrl).catch(error => log.error({ err: error }, 'A password link was not mailed'))
  setTimeout(mail, randomInt(LATER_MS, 4 * LATER_MS)).unref()
}

async function mailForgotten(db: Knex, forgotten: Forgotten, portalUrl: string) {
  await transact(db, async trx => {
    const row = await trx('user')
      .where({ ...forgotten, isActive: 1 })
      .first()
    if (!row) return
    const author = systemAuthor('forgotten password')
    const [path] = await newPasswordLinks(trx, [decodeRow(user, row) as StoredRow], RESET_HOURS, author)
    await mailLinks(trx, [{ ...row, userId: row.id, path: path!, isNew: false }], portalUrl)
  })
}

/** A link that sets a password, and its user. */
interface LinkToMail {
  userId: number
  name: string
  loginId: string
  email: string
  path: string | null
  isNew: boolean
}

/** Mails links that set a password to their users: the invitation, or the one for a forgotten password. */
export async function mailLinks(trx: Knex, links: readonly LinkToMail[], portalUrl: string): Promise<void> {
  await sendMails(
    trx,
    links.map(({ userId, name, loginId, email, path, isNew }) => ({
      template: isNew ? 'INVITE' : 'RESET_PASSWORD',
      topic: 'SECURITY',
      to: email,
      values: { name, loginId },
      secrets: { link: `${portalUrl}${path}` },
      owner: { type: 'user', id: userId },
    })),
  )
}
