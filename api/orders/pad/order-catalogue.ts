import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type { Person } from '../../derive/rights/person.ts'
import { validOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'

/**
 * Products a customer may buy: those orderable, of the SBUs whose departments are mapped to him. A distributor who is
 * mapped to products is offered these and no others (M21).
 */
export function catalogue(db: Knex, customerId: number, person: Person): Knex.QueryBuilder {
  const open = db('customer_department_map')
    .join('department', 'department.id', 'customer_department_map.departmentId')
    .where({
      'customer_department_map.customerId': customerId,
      'customer_department_map.isActive': 1,
      'department.isActive': 1,
    })
    .select('department.sbuId')
  const offered = db('products')
    .join('sbu', 'sbu.id', 'products.sbuId')
    .where({ 'products.isActive': 1, 'products.isOrderable': 1 })
    .whereNull('products.sapSalesStatus')
    .whereIn('products.sbuId', open)
  if (!can(person, 'buyMappedProducts')) return offered
  const mapped = () => validOn(db('distributor_product_map').where({ distributorId: customerId }), today())
  return offered.where(any =>
    any.whereIn('products.id', mapped().select('productId')).orWhereNotExists(mapped().select('id')),
  )
}

/** What the order pad is told of a product. */
export const OFFERED = [
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

/** How people write one code in many ways, in one: capital letters, one space between words. */
export const asWritten = (said: string) => said.trim().replace(/\s+/g, ' ').toUpperCase()

/** By which codes of his own a customer calls products: those of his annexures, of which drafts say nothing yet, and of his own list. */
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
