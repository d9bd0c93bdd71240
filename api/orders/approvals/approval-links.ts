import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type ApprovalLink, approvalLink, LINK_VALID_HOURS } from '../../../resources/orders/approval-link.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertMany } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Creates a link to a task for each of these users: its address by user id. Only hashes of the tokens are stored. */
export async function createApprovalLinks(
  trx: Knex,
  taskId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const at = now()
  const newLinks = userIds.map(userId => ({ userId, token: randomBytes(24).toString('base64url') }))
  const rows = newLinks.map(({ userId, token }) => ({
    taskId,
    userId,
    tokenHash: sha256(token),
    expiresAt: secondsFromNow(LINK_VALID_HOURS * 3600),
    usedAt: null,
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  }))
  if (rows.length > 0) await insertMany(trx, 'approval_link', rows)
  // Browsers do not send the part behind the #, so the token reaches no server log.
  return new Map(newLinks.map(({ userId, token }) => [userId, `${PORTAL}/approve#${token}`]))
}

/** Finds the link of a token. Returns undefined when it was used, has expired or never existed. */
export async function findApprovalLink(db: Knex, token: unknown): Promise<ApprovalLink | undefined> {
  if (typeof token !== 'string' || !/^[\w-]{32}$/.test(token)) return undefined
  const [link] = await rowsOf(db, approvalLink, rows =>
    rows
      .where({ tokenHash: sha256(token) })
      .whereNull('usedAt')
      .where('expiresAt', '>', now()),
  )
  return link
}

/** Marks a link as used. Returns false when it was used already. */
export async function consumeApprovalLink(trx: Knex, { id }: ApprovalLink): Promise<boolean> {
  return (await trx('approval_link').where({ id }).whereNull('usedAt').update({ usedAt: now() })) === 1
}
