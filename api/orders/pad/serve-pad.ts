import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { customerItemCodes } from '../../../resources/masters/customer-item-codes.ts'
import { orderTemplate } from '../../../resources/orders/order-template.ts'
import type { learnCode, SavedList, saveTemplate } from '../../../resources/orders/pad/commands.ts'
import * as pad from '../../../resources/orders/pad/commands.ts'
import { MOST_LISTS } from '../../../resources/orders/pad/offers.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { invalidField, notFound, refused } from '../../platform/errors.ts'
import { catalogue, normaliseItemCode } from './order-catalogue.ts'
import { contextOf } from './order-context.ts'
import { customersToOrderFor, customerToOrderFor } from './order-customers.ts'
import { productsOfRows } from './order-matches.ts'
import { frequentProducts, productsLike, productsNamed } from './order-products.ts'
import { linesOfSource, sourcesOf } from './order-sources.ts'

/** Saves which product the customer means by their own item code; replaces an earlier meaning. */
async function learnMeaning(
  trx: Knex,
  { customerId, itemCode: typed, productId }: BodyOf<typeof learnCode>,
  person: Person,
  author: Author,
) {
  const itemCode = normaliseItemCode(typed)
  await customerToOrderFor(trx, person, customerId)
  const [product] = await catalogue(trx, customerId, person).where('products.id', productId).select('products.id')
  if (!product) throw invalidField('productId', 'REFERENCE', 'productId must be a product that this customer can order')
  const ourProduct = await trx('products').where('code', itemCode).first('id')
  if (ourProduct) throw invalidField('itemCode', 'TAKEN', `${itemCode} is a code of ours: it always means that product`)
  const learned = { productId, source: 'LEARNED' as const }
  const existing = await rowsOf(trx, customerItemCodes, rows => rows.where({ customerId, itemCode, isActive: 1 }))
  const { id } = existing[0]
    ? await updateRow(trx, customerItemCodes, existing[0], learned, author)
    : (await insertRows(trx, customerItemCodes, [{ customerId, itemCode, ...learned }], author))[0]!
  return { id, itemCode, productId }
}

/** What the order pad asks while an order is filled in. */
export const padCommands: readonly Bound[] = [
  bind(pad.findCustomers, ({ q }, { trx, person }) => customersToOrderFor(trx, person, q)),
  bind(pad.showContext, ({ customerId }, { trx, person }) => contextOf(trx, person, customerId)),
  bind(pad.findProducts, (asked, { trx, person }) => productsLike(trx, person, asked)),
  bind(pad.listProducts, (asked, { trx, person }) => productsNamed(trx, person, asked)),
  bind(pad.matchRows, (asked, { trx, person }) => productsOfRows(trx, person, asked)),
  bind(pad.learnCode, (asked, { trx, person, author }) => learnMeaning(trx, asked, person, author)),
  bind(pad.listFrequent, ({ customerId }, { trx, person }) => frequentProducts(trx, person, customerId)),
  bind(pad.listSources, ({ customerId }, { trx, person }) => sourcesOf(trx, person, customerId)),
  bind(pad.showSourceLines, (asked, { trx, person }) => linesOfSource(trx, person, asked)),
  bind(pad.listTemplates, ({ customerId }, { trx, person }) => savedLists(trx, person, customerId)),
  bind(pad.saveTemplate, (asked, { trx, person, author }) => saveList(trx, asked, person, author)),
  bind(pad.deleteTemplate, ({ id }, { trx, person }) => deleteList(trx, person, id)),
]

/** The person's saved lists for a customer. */
async function savedLists(db: Knex, person: Person, customerId: number): Promise<SavedList[]> {
  await customerToOrderFor(db, person, customerId)
  const existing = await rowsOf(db, orderTemplate, rows =>
    rows.where({ userId: person.id, customerId }).orderBy('name'),
  )
  return existing.map(({ id, name, lines }) => ({ id, name, lines: lines.length }))
}

/** Saves a list; one of the same name is replaced. */
async function saveList(
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

async function deleteList(db: Knex, person: Person, id: number): Promise<{ id: number }> {
  const deleted = await db('order_template').where({ id, userId: person.id }).delete()
  if (!deleted) throw notFound()
  return { id }
}
