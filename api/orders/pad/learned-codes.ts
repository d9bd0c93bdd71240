import type { Knex } from 'knex'
import { customerItemCodes } from '../../../resources/masters/customer-item-codes.ts'
import { readId } from '../../derive/list/query.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { catalogue, normaliseItemCode } from './order-catalogue.ts'
import { customerToOrderFor } from './order-customers.ts'
import { readCustomerId } from './pad-query.ts'

const MAX_LENGTH = customerItemCodes.fields.itemCode.max!

/**
 * `POST /api/learned-codes { customerId, itemCode, productId }`: saves which product the customer means by their own
 * item code; replaces an earlier meaning.
 */
export const learnedCodes = (db: Knex) => ({
  async create(body: unknown, call: Call) {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    const { customerId: rawCustomerId, itemCode: rawCode, productId } = bodyObject(body, 'The item code')
    const customerId = readCustomerId(rawCustomerId)
    const itemCode = readCode(rawCode)
    await customerToOrderFor(db, person, customerId)
    const products = catalogue(db, customerId, person)
    const [product] = await products.where('products.id', readId(productId) ?? 0).select('products.id')
    if (!product)
      throw invalidField('productId', 'REFERENCE', 'productId must be a product that this customer can order')
    const ourProduct = await db('products').where('code', itemCode).first('id')
    if (ourProduct)
      throw invalidField('itemCode', 'TAKEN', `${itemCode} is a code of ours: it always means that product`)
    const learned = { productId: product.id as number, source: 'LEARNED' as const }
    return transact(db, async trx => {
      const existing = await rowsOf(trx, customerItemCodes, rows => rows.where({ customerId, itemCode, isActive: 1 }))
      const { id } = existing[0]
        ? await updateRow(trx, customerItemCodes, existing[0], learned, author)
        : (await insertRows(trx, customerItemCodes, [{ customerId, itemCode, ...learned }], author))[0]!
      return { id, itemCode, productId: learned.productId }
    })
  },
})

function readCode(value: unknown): string {
  const code = typeof value === 'string' ? normaliseItemCode(value) : ''
  if (code === '' || code.length > MAX_LENGTH)
    throw invalidField('itemCode', 'LENGTH', `itemCode is required: at most ${MAX_LENGTH} characters`)
  return code
}
