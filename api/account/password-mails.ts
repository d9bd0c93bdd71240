import type { Knex } from 'knex'
import { sendMail } from '../mail/messages.ts'

/** A link that sets a password, and its user. */
interface LinkToMail {
  userId: number
  loginId: string
  email: string
  path: string | null
  isNew: boolean
}

/** Mails a link that sets a password to its user: the invitation, or the one for a forgotten password. */
export async function mailLink(trx: Knex, { userId, loginId, email, path, isNew }: LinkToMail, portalUrl: string) {
  const { name }: { name: string } = await trx('user').where({ id: userId }).first('name')
  await sendMail(trx, {
    template: isNew ? 'INVITE' : 'RESET_PASSWORD',
    topic: 'SECURITY',
    to: email,
    values: { name, loginId },
    secrets: { link: `${portalUrl}${path}` },
    owner: { type: 'user', id: userId },
  })
}
