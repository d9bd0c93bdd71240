import type { Knex } from 'knex'
import { sendMails } from '../mail/messages.ts'

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
