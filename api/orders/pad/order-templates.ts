import type { Knex } from 'knex'
import type { Fault } from '../../../resources/define/validate.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { orderTemplate, type TemplateLine } from '../../../resources/orders/order-template.ts'
import type { SavedList } from '../../../resources/orders/pad/order-sources.ts'
import { readId } from '../../derive/list/query.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { invalid, invalidField, notFound, refused } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { customerToOrderFor } from './order-customers.ts'
import { readCustomerId } from './pad-query.ts'

const MAX_LISTS = 50
const MAX_LINES = 500

/**
 * `/api/order-templates`: the person's saved lists for a customer. Saving under an existing name replaces that list.
 */
export const orderTemplates = (db: Knex) => ({
  async find(call: Call): Promise<SavedList[]> {
    const person = requirePerson(call)
    const customerId = readCustomerId(call.query?.customerId)
    await customerToOrderFor(db, person, customerId)
    const existing = await rowsOf(db, orderTemplate, rows =>
      rows.where({ userId: person.id, customerId }).orderBy('name'),
    )
    return existing.map(({ id, name, lines }) => ({ id, name, lines: lines.length }))
  },

  async create(body: unknown, call: Call): Promise<SavedList> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    const { customerId: rawCustomerId, name: rawName, lines: list } = bodyObject(body, 'The list')
    const customerId = readCustomerId(rawCustomerId)
    const name = readName(rawName)
    const lines = readLines(list)
    await customerToOrderFor(db, person, customerId)
    return transact(db, async trx => {
      const existing = await rowsOf(trx, orderTemplate, rows => rows.where({ userId: person.id, customerId }))
      const same = existing.find(row => row.name.toLowerCase() === name.toLowerCase())
      if (!same && existing.length >= MAX_LISTS) {
        const message = `Keep at most ${MAX_LISTS} lists of a customer: delete one first`
        throw refused([{ field: 'name', code: 'TOO_MANY', message }])
      }
      const saved = same
        ? await updateRow(trx, orderTemplate, same, { lines }, author)
        : (await insertRows(trx, orderTemplate, [{ userId: person.id, customerId, name, lines }], author))[0]!
      return { id: saved.id, name: saved.name, lines: lines.length }
    })
  },

  async remove(id: unknown, call: Call) {
    const person = requirePerson(call)
    const listId = readId(id)
    const deleted = listId && (await db('order_template').where({ id: listId, userId: person.id }).delete())
    if (!deleted) throw notFound()
    return { id: listId }
  },
})

function readName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : ''
  if (name === '' || name.length > 60) throw invalidField('name', 'LENGTH', 'Name is required: at most 60 characters')
  return name
}

function readLines(value: unknown): TemplateLine[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LINES)
    throw invalidField('lines', 'LENGTH', `lines must be a list of 1 to ${MAX_LINES} products`)
  const faults: Fault[] = []
  const lines = value.map((line, index) =>
    readBody(
      orderLine,
      ['productId', 'qty'] as const,
      bodyObject(line, `lines[${index}]`, `lines[${index}]`),
      faults,
      `lines[${index}].`,
    ),
  )
  if (faults.length > 0) throw invalid(faults)
  return lines
}
