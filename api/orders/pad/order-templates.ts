import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { orderTemplate } from '../../../resources/orders/order-template.ts'
import type { SavedList, saveTemplate } from '../../../resources/orders/pad/commands.ts'
import { MOST_LISTS } from '../../../resources/orders/pad/offers.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { notFound, refused } from '../../platform/errors.ts'
import { customerToOrderFor } from './order-customers.ts'

/** The person's saved lists for a customer. */
export async function savedLists(db: Knex, person: Person, customerId: number): Promise<SavedList[]> {
  await customerToOrderFor(db, person, customerId)
  const existing = await rowsOf(db, orderTemplate, rows =>
    rows.where({ userId: person.id, customerId }).orderBy('name'),
  )
  return existing.map(({ id, name, lines }) => ({ id, name, lines: lines.length }))
}

/** Saves a list; one of the same name is replaced. */
export async function saveList(
  trx: Knex,
  { customerId, name, lines }: BodyOf<typeof saveTemplate>,
  person: Person,
  author: Author,
): Promise<SavedList> {
  await customerToOrderFor(trx, person, customerId)
  const existing = await rowsOf(trx, orderTemplate, rows => rows.where({ userId: person.id, customerId }))
  const same = existing.find(row => row.name.toLowerCase() === name.toLowerCase())
  if (!same && existing.length >= MOST_LISTS) {
    const message = `Keep at most ${MOST_LISTS} lists of a customer: delete one first`
    throw refused([{ field: 'name', code: 'TOO_MANY', message }])
  }
  const saved = same
    ? await updateRow(trx, orderTemplate, same, { lines }, author)
    : (await insertRows(trx, orderTemplate, [{ userId: person.id, customerId, name, lines }], author))[0]!
  return { id: saved.id, name: saved.name, lines: lines.length }
}

export async function deleteList(db: Knex, person: Person, id: number): Promise<{ id: number }> {
  const deleted = await db('order_template').where({ id, userId: person.id }).delete()
  if (!deleted) throw notFound()
  return { id }
}
