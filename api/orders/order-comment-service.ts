import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { order as orders } from '../../resources/orders/order.ts'
import { type Mentionable, type OrderComment, orderComment } from '../../resources/orders/order-comment.ts'
import { readId } from '../derive/list/query.ts'
import { type Person, readPerson } from '../derive/rights/person.ts'
import { readableBy } from '../derive/rights/readable-by.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { insertRows } from '../derive/save/write.ts'
import { type Call, ResourceService } from '../derive/service.ts'
import { notify } from '../mail/notify.ts'
import { forbidden, invalidField } from '../platform/errors.ts'
import { runIdempotent } from '../platform/idempotency.ts'
import { demandReadableOrder } from './take-step.ts'

const MAX_MENTIONS = 10

/** Comments on orders: everybody who reads the order reads them, except internal ones, which only employees read. */
export class OrderCommentService extends ResourceService {
  /**
   * `POST /api/order-comments { orderId, body, isInternal, mentions }`: adds a comment and notifies those concerned.
   */
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    const input = readComment((data ?? {}) as Record<string, unknown>)
    if (!can(person, 'commentOnOrders')) throw forbidden('Auditors read orders and cannot comment on them')
    if (input.isInternal && !can(person, 'readInternalComments'))
      throw invalidField('isInternal', 'RULE', 'Internal comments are for our own people: send it without')
    const made = await runIdempotent(this.Model, call, 'order-comments', data, async trx => {
      await demandReadableOrder(trx, input.orderId, person)
      await demandReaders(trx, input)
      const { orderId, body, isInternal } = input
      const row: Partial<OrderComment> = { orderId, body, isInternal, authorId: person.id, authorName: person.name }
      const [comment] = await insertRows(trx, orderComment, [row], author)
      await notifyReaders(trx, input, person)
      return { id: comment!.id }
    })
    return this.get(made.id, { ...call, query: {} })
  }
}

interface CommentInput {
  orderId: number
  body: string
  isInternal: boolean
  mentions: number[]
}

/** Throws 400 unless everybody who is mentioned can read the comment. */
async function demandReaders(trx: Knex, { orderId, isInternal, mentions }: CommentInput) {
  for (const id of mentions) {
    const reader = await readPerson(trx, id)
    const reads =
      reader &&
      (!isInternal || can(reader, 'readInternalComments')) &&
      (await readableBy(trx, orders, [reader], [orderId])).get(reader)
    if (reads && reads.length > 0) continue
    const message = `${reader?.name ?? 'Another user'} cannot read ${isInternal ? 'this comment' : 'this order'}: leave the mention out`
    throw invalidField('mentions', 'RULE', message)
  }
}

/**
 * Notifies those mentioned. A public comment also notifies the other side: the customer's users, or whoever placed the
 * order.
 */
async function notifyReaders(trx: Knex, { orderId, body, isInternal, mentions }: CommentInput, person: Person) {
  const { orderNo, customerId, placedById } = await trx('order')
    .where({ id: orderId })
    .first('orderNo', 'customerId', 'placedById')
  const buyers: number[] = await trx('user').where({ customerId, isActive: 1 }).pluck('id')
  const others = isInternal ? [] : person.customerId === null ? buyers : [placedById]
  const users = [...new Set([...mentions, ...others])].filter(id => id !== person.id)
  const link = `/orders/order-history/${orderId}`
  await notify(trx, users, { title: `${person.name} on order ${orderNo}`, body: body.slice(0, 200), link })
}

function readComment({
  orderId,
  body,
  isInternal = false,
  mentions = [],
  ...rest
}: Record<string, unknown>): CommentInput {
  const [extra] = Object.keys(rest)
  if (extra) throw invalidField(extra.slice(0, 60), 'UNKNOWN_FIELD', `${extra.slice(0, 60)} is not part of a comment`)
  const id = readId(orderId)
  if (id === undefined) throw invalidField('orderId', 'TYPE', 'orderId must be the number of an order')
  if (typeof body !== 'string' || body.trim() === '' || body.length > 1000)
    throw invalidField('body', 'LENGTH', 'Comment must have 1 to 1000 characters')
  if (typeof isInternal !== 'boolean') throw invalidField('isInternal', 'TYPE', 'isInternal must be true or false')
  if (!Array.isArray(mentions) || mentions.length > MAX_MENTIONS || !mentions.every(Number.isSafeInteger))
    throw invalidField('mentions', 'TYPE', `mentions must name at most ${MAX_MENTIONS} users`)
  return { orderId: id, body: body.trim(), isInternal, mentions: [...new Set(mentions as number[])] }
}

const SHOWN = 8

/**
 * `GET /api/order-mentions?orderId=&q=`: employees who can be mentioned, by part of their name: those who work for the
 * order's SBU or placed it. Empty for buyers.
 */
export const orderMentions = (db: Knex) => ({
  async find(call: Call): Promise<Mentionable[]> {
    const person = requirePerson(call)
    const { orderId, q = '' } = call.query ?? {}
    const id = readId(orderId)
    if (id === undefined) throw invalidField('orderId', 'TYPE', 'orderId must be the number of an order')
    if (typeof q !== 'string' || q.length > 80) throw invalidField('q', 'LENGTH', 'q must be a text of at most 80')
    await demandReadableOrder(db, id, person)
    if (person.userType !== 'EMPLOYEE' || !person.ability.can('read', orders.path)) return []
    const { sbuId, placedById } = await db('order').where({ id }).first('sbuId', 'placedById')
    const works = db('sbu_employee_map').where({ sbuId, isActive: 1 }).select('employeeId')
    return db('user')
      .where({ isActive: 1, userType: 'EMPLOYEE' })
      .whereNot('id', person.id)
      .where(any => any.whereIn('employeeId', works).orWhere('id', placedById))
      .whereRaw('lower(??) like ? escape ?', ['name', `%${likeText(q.toLowerCase())}%`, '!'])
      .orderBy('name')
      .limit(SHOWN)
      .select('id', 'name')
  },
})

const likeText = (text: string) => text.replace(/[!%_]/g, '!$&')
