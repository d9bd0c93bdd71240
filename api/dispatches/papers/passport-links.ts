import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { lr } from '../../../resources/dispatches/lr.ts'
import { passportLink } from '../../../resources/dispatches/passport-link.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const THIRTY_DAYS = 30 * 86_400

/** The shape of a token: 128 random bits in 22 characters. */
const TOKEN = /^[\w-]{22}$/

/** Makes a link to an LR in reach; its token is told once, and kept as its hash alone. */
export async function shareLr(trx: Knex, lrId: number, person: Person, author: Author) {
  if (!(await restrict(trx('lr').where('lr.id', lrId), trx, lr, person, 'read', true).first('lr.id'))) throw notFound()
  const token = randomBytes(16).toString('base64url')
  const expiresAt = secondsFromNow(THIRTY_DAYS)
  await insertRows(trx, passportLink, [{ lrId, tokenHash: sha256(token), expiresAt, status: 'OPEN' }], author)
  return { path: `/passport#${token}`, expiresAt }
}

/** Revokes links: from then on they open nothing. */
export const revokeLinks: ActionHandler = async (trx, { rows, author }) => {
  for (const row of rows) await updateRow(trx, passportLink, row as never, { status: 'REVOKED' }, author)
  return 'The link opens nothing any more.'
}

/** The LR that a token shows; undefined when the link is wrong, revoked or too old. */
export async function lrOfToken(db: Knex, token: string | null): Promise<number | undefined> {
  if (token === null || !TOKEN.test(token)) return undefined
  const row = await db('passport_link')
    .where({ tokenHash: sha256(token), status: 'OPEN' })
    .where('expiresAt', '>', now())
    .first('lrId')
  return row?.lrId
}
