import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import type { Person } from '../../derive/rights/person.ts'
import { whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { accountSbus } from '../account-sbus.ts'

/**
 * Selects the products a customer may buy: the orderable ones of the SBUs whose departments are mapped to the customer.
 * Distributors with product mappings may buy only the mapped ones, and sales people are offered those of the SBUs whose
 * account they keep.
 */
export function catalogue(db: Knex, customerId: number, person: Person): Knex.QueryBuilder {
  const sbuIds = db('customer_department_map')
    .join('department', 'department.id', 'customer_department_map.departmentId')
    .where({
      'customer_department_map.customerId': customerId,
      'customer_department_map.isActive': 1,
      'department.isActive': 1,
    })
    .select('department.sbuId')
  const offered = db('products')
    .join('sbu', 'sbu.id', 'products.sbuId')
    .where({ 'products.isActive': 1, 'products.isOrderable': 1, 'products.sapDeleted': 0 })
    .whereNull('products.sapSalesStatus')
    .whereNull('products.toComplete')
    .where(open => open.whereNull('products.lastDay').orWhere('products.lastDay', '>=', today()))
    .whereIn('products.sbuId', sbuIds)
  const keeping = accountSbus(db, person, customerId)
  if (keeping) offered.whereIn('products.sbuId', keeping)
  if (!can(person, 'buyMappedProducts')) return offered
  const mappedProducts = () => whereValidOn(db('distributor_product_map').where({ distributorId: customerId }), today())
  return offered.where(any =>
    any.whereIn('products.id', mappedProducts().select('productId')).orWhereNotExists(mappedProducts().select('id')),
  )
}

/** The columns of a product that the order pad shows. */
export const OFFERED_COLUMNS = [
  'products.id',
  'products.code',
  'products.name',
  'products.packSize',
  'products.uom',
  'products.packQty',
  'products.minOrderQty',
  'products.maxOrderQty',
  'products.hsnCode',
  'products.casNo',
  'products.sbuId',
  'sbu.code as sbu',
]

/** Normalises an item code: plain signs, upper case, single spaces. */
export const normaliseItemCode = (text: string) => plainText(text).replace(/\s+/g, ' ').toUpperCase()

/** The customer's own codes of products: those of their annexures, except drafts, and those of their item code list. */
export const itemCodes = (db: Knex, customerId: number) => {
  const agreed = db('customer_annexure_line as line')
    .join('customer_annexure', 'customer_annexure.id', 'line.customerAnnexureId')
    .where({ 'line.customerId': customerId, 'customer_annexure.isActive': 1 })
    .whereNot('customer_annexure.status', 'DRAFT')
    .whereNotNull('line.customerItemCode')
    .select('line.productId', 'line.customerItemCode as itemCode', db.raw("'AGREED' as source"))
  const listed = db('customer_item_codes').where({ customerId, isActive: 1 }).select('productId', 'itemCode', 'source')
  return db.from(listed.unionAll(agreed).as('own'))
}
