import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { customerSalesArea } from '../../../resources/access-control/customer-sales-area.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { customerDepartmentMap } from '../../../resources/masters/customer-department-map.ts'
import { department } from '../../../resources/masters/department.ts'
import { distCustMapping } from '../../../resources/masters/dist-cust-mapping.ts'
import { distributorProductMap } from '../../../resources/masters/distributor-product-map.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { distributorBook } from '../../../resources/orders/quote/sold-through.ts'
import type { Completed } from '../../../resources/orders/rows.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { orderType } from '../../../resources/settings/order-type.ts'
import { settingsFrom } from '../../../resources/settings/settings.ts'
import { padValues, readTogether, selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { invalidField, notOnList } from '../../platform/errors.ts'

/**
 * Loads the customer, the distributors who may buy for them, the ship-to, the order type, the products and the
 * settings. Throws 400 for unknown ids, and for a product that is not complete yet.
 */
export async function loadParties(db: Knex, { customerId, shipToId, orderTypeId, lines }: OrderInput, day: string) {
  const ids = padValues([...new Set(lines.map(({ productId }) => productId))])
  const accounts = () => db('customer_department_map').where({ customerId, isActive: 1 }).select('departmentId')
  const rowsRead = await readTogether(db, {
    ...buyerRequests(db, customerId, ids, day),
    addresses: selectFrom(shipTo, rows => rows.where('id', shipToId)),
    types: selectFrom(orderType, rows => rows.where('id', orderTypeId)),
    articles: selectFrom(products, rows => rows.whereIn('id', ids)),
    customerDepartments: selectFrom(customerDepartmentMap, rows => rows.where({ customerId, isActive: 1 })),
    departments: selectFrom(department, rows => rows.whereIn('id', accounts())),
    settingRows: selectFrom(appSetting, rows => rows.where('isActive', 1)),
  })
  const buyers = new Map(rowsRead.buyers.map(row => [row.id, row]))
  const buyer = buyers.get(customerId)
  if (!buyer) throw notOnList('customerId', 'Customer')
  const [address] = rowsRead.addresses
  // The ship-to of another customer gets the same answer as one that does not exist.
  if (!address || address.customerId !== buyer.id) throw notOnList('shipToId', 'Ship-to')
  const [type] = rowsRead.types
  if (!type) throw notOnList('orderTypeId', 'Order type')
  const articles = completeArticles(rowsRead.articles, lines)
  const { customerDepartments, departments, salesAreas } = rowsRead
  const settings = settingsFrom(new Map(rowsRead.settingRows.map(({ key, value }) => [key, value])))
  return {
    ...{ buyer, buyers, address, type, articles, customerDepartments, departments, salesAreas, settings },
    distributorBook: distributorBook(rowsRead),
  }
}

/** The requests for the customer and the distributors who may buy these products for them. */
export function buyerRequests(db: Knex, customerId: number, productIds: readonly number[], day: string) {
  const distributorIds = () => whereValidOn(db('dist_cust_mapping').where({ customerId }), day).select('distributorId')
  return {
    buyers: selectFrom(customer, rows =>
      rows.where(any => any.where('id', customerId).orWhereIn('id', distributorIds())),
    ),
    salesAreas: selectFrom(customerSalesArea, rows =>
      rows.where(any => any.where({ customerId }).orWhereIn('customerId', distributorIds())),
    ),
    distributorCustomers: selectFrom(distCustMapping, rows => whereValidOn(rows, day).where({ customerId })),
    distributorProducts: selectFrom(distributorProductMap, rows =>
      whereValidOn(rows, day).whereIn('productId', productIds).whereIn('distributorId', distributorIds()),
    ),
  }
}

/** The products of the lines. Throws 400 that names the line whose product is unknown, or not complete yet. */
function completeArticles(rows: readonly Product[], lines: OrderInput['lines']): Map<number, Product & Completed> {
  const articles = new Map(rows.map(row => [row.id, row]))
  lines.forEach(({ productId }, index) => {
    const product = articles.get(productId)
    if (!product) throw notOnList(`lines[${index}].productId`, 'Product')
    const { code, name, toComplete } = product
    if (toComplete === null) return
    const message = `${code} ${name} is not complete yet: have these entered under Products: ${toComplete}`
    throw invalidField(`lines[${index}].productId`, 'PRODUCT_NOT_COMPLETE', message)
  })
  return articles as Map<number, Product & Completed>
}
