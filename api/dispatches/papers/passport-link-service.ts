import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { lr } from '../../../resources/dispatches/lr.ts'
import { passportLink, type SharedPassport } from '../../../resources/dispatches/passport-link.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const THIRTY_DAYS = 30 * 86_400

/** The shape of a token: 128 random bits in 22 characters. */
const TOKEN = /^[\w-]{22}$/

/** Links to passports over Feathers: made for an LR in reach, listed without their tokens, revoked by an action. */
export class PassportLinkService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<never> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    requireRight(person, this.resource, 'create')
    const { lrId, ...rest } = bodyObject(data, 'The link')
    const [other] = Object.keys(rest)
    if (other) throw invalidField(other, 'UNKNOWN_FIELD', `${other} cannot be set here`)
    if (!Number.isSafeInteger(lrId) || (lrId as number) < 1) throw invalidField('lrId', 'REQUIRED', 'LR is required')
    const shared = await transact(this.Model, async (trx): Promise<SharedPassport> => {
      if (!(await restrict(trx('lr').where('lr.id', lrId as number), trx, lr, person, 'read', true).first('lr.id')))
        throw notFound()
      const token = randomBytes(16).toString('base64url')
      const expiresAt = secondsFromNow(THIRTY_DAYS)
      await insertRows(
        trx,
        passportLink,
        [{ lrId: lrId as number, tokenHash: sha256(token), expiresAt, status: 'OPEN' }],
        author,
      )
      return { path: `/passport#${token}`, expiresAt }
    })
    return shared as never
  }
}

/** Revokes links: from then on they open nothing. */
export const revokeLinks: ActionHandler = async (trx, { rows, author }) => {
  for (const row of rows) await updateRow(trx, passportLink, row as never, { status: 'REVOKED' }, author)
  return 'The link opens nothing any more.'
}

/** The LR that a token shows; undefined when the link is wrong, revoked or too old. */
export async function lrOfToken(db: Knex, token: unknown): Promise<number | undefined> {
  if (typeof token !== 'string' || !TOKEN.test(token)) return undefined
  const row = await db('passport_link')
    .where({ tokenHash: sha256(token), status: 'OPEN' })
    .where('expiresAt', '>', now())
    .first('lrId')
  return row?.lrId
}
