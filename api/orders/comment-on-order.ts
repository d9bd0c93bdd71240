import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import type { BodyOf } from '../../resources/define/command.ts'
import type { CommentInput, findMentionable, Mentionable } from '../../resources/orders/commands/comments.ts'
import { order } from '../../resources/orders/order.ts'
import { type OrderComment, orderComment } from '../../resources/orders/order-comment.ts'
import type { Person } from '../derive/rights/person.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import { readableBy } from '../derive/rights/readable-by.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows } from '../derive/save/write.ts'
import { notify } from '../mail/notify.ts'
import { forbidden, invalidField } from '../platform/errors.ts'
import { demandReadableOrder } from './take-step.ts'

/** Adds a comment to an order, and notifies those concerned. Buyers read it unless it is internal. */
export async function commentOnOrder(
  trx: Knex,
  comment: CommentInput,
  person: Person,
  author: Author,
): Promise<{ id: number }> {
  if (!can(person, 'commentOnOrders')) throw forbidden('Auditors read orders and cannot comment on them')
  const { orderId, body } = comment
  const isInternal = comment.isInternal ?? false
  const commentInput = { orderId, body, isInternal, mentions: [...new Set(comment.mentions)] }
  await demandReadableOrder(trx, orderId, person)
  await demandReaders(trx, commentInput)
  const row: Partial<OrderComment> = { orderId, body, isInternal, authorId: person.id, authorName: person.name }
  const [made] = await insertRows(trx, orderComment, [row], author)
  await notifyReaders(trx, commentInput, person)
  return { id: made!.id }
}

interface Said extends Pick<CommentInput, 'orderId' | 'body' | 'isInternal'> {
  mentions: readonly number[]
}

/** Throws 400 unless everybody who is mentioned can read the comment. */
async function demandReaders(trx: Knex, { orderId, isInternal, mentions }: Said) {
  for (const id of mentions) {
    const reader = await readPerson(trx, id)
    const reads =
      reader &&
      (!isInternal || can(reader, 'readInternalComments')) &&
      (await readableBy(trx, order, [reader], [orderId])).get(reader)
    if (reads && reads.length > 0) continue
    const message = `${reader?.name ?? 'Another user'} cannot read ${isInternal ? 'this comment' : 'this order'}: leave the mention out`
    throw invalidField('mentions', 'RULE', message)
  }
}

/** Notifies those mentioned, and of a public comment the other side: the customer's users, or who placed the order. */
async function notifyReaders(trx: Knex, { orderId, body, isInternal, mentions }: Said, person: Person) {
  const { orderNo, customerId, placedById } = await trx('order')
    .where({ id: orderId })
    .first('orderNo', 'customerId', 'placedById')
  const buyers: number[] = await trx('user').where({ customerId, isActive: 1 }).pluck('id')
  const others = isInternal ? [] : person.customerId === null ? buyers : [placedById]
  const users = [...new Set([...mentions, ...others])].filter(id => id !== person.id)
  const link = `/orders/order-history/${orderId}`
  await notify(trx, users, { title: `${person.name} on order ${orderNo}`, body: body.slice(0, 200), link })
}

const SHOWN = 8

/** Employees who can be mentioned, by part of their name: of the order's SBU, or who placed it. Nobody for buyers. */
export async function mentionable(
  db: Knex,
  { orderId: id, q }: BodyOf<typeof findMentionable>,
  person: Person,
): Promise<Mentionable[]> {
  await demandReadableOrder(db, id, person)
  if (person.userType !== 'EMPLOYEE') return []
  const { sbuId, placedById } = await db('order').where({ id }).first('sbuId', 'placedById')
  const works = db('sbu_employee_map').where({ sbuId, isActive: 1 }).select('employeeId')
  return db('user')
    .where({ isActive: 1, userType: 'EMPLOYEE' })
    .whereNot('id', person.id)
    .where(any => any.whereIn('employeeId', works).orWhere('id', placedById))
    .whereRaw('lower(??) like ? escape ?', ['name', `%${likeText((q ?? '').toLowerCase())}%`, '!'])
    .orderBy('name')
    .limit(SHOWN)
    .select('id', 'name')
}

const likeText = (text: string) => text.replace(/[!%_]/g, '!$&')
