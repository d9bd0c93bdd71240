import type { Knex } from 'knex'
import { cnf } from '../../resources/access-control/cnf.ts'
import { type Customer, customer } from '../../resources/access-control/customer.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import type { Row } from '../../resources/define/resource.ts'
import { allowOrdertypeDepartment } from '../../resources/masters/allow-ordertype-department.ts'
import { custShiptoProdPrice } from '../../resources/masters/cust-shipto-prod-price.ts'
import { customerDepartmentMap } from '../../resources/masters/customer-department-map.ts'
import { customerSegmentMap } from '../../resources/masters/customer-segment-map.ts'
import { defaultSupplyPlant } from '../../resources/masters/default-supply-plant.ts'
import { materialPricingGroup } from '../../resources/masters/material-pricing-group.ts'
import { productDiscount } from '../../resources/masters/product-discount.ts'
import { products } from '../../resources/masters/products.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { sbuWiseCnf } from '../../resources/masters/sbu-wise-cnf.ts'
import { priceBook } from '../../resources/orders/price.ts'
import { sourceBook } from '../../resources/orders/source.ts'
import { orderType } from '../../resources/settings/order-type.ts'
import { plant } from '../../resources/settings/plant.ts'
import { productPrice } from '../../resources/settings/product-price.ts'
import { ask, rowsOf, rowsTogether, validOn } from '../derive/rows-of.ts'
import { readRow } from '../derive/stored.ts'
import { contractPrices } from '../masters/contract-prices.ts'
import { invalidField } from '../platform/errors.ts'
import { readSettings } from '../platform/settings.ts'
import { controlAsked, controlFacts } from './control-facts.ts'
import type { OrderInput } from './order-input.ts'

/** All master rows that an order of these lines may need, whatever their number, and the books made of them. */
export type OrderFacts = Awaited<ReturnType<typeof loadFacts>>

/**
 * Loads what pricing, sourcing, tax and the checks ask about an order of a business day, in as many queries for one line
 * as for a thousand; `known` is the customer where the caller has read him already. Throws 400 for unknown ids.
 */
export async function loadFacts(db: Knex, input: OrderInput, day: string, known?: Customer) {
  const buyer = known ?? (await rowsOf(db, customer, rows => rows.where('id', input.customerId)))[0]
  if (!buyer) throw unknown('customerId', 'Customer')
  const [address] = await rowsOf(db, shipTo, rows => rows.where('id', input.shipToId))
  // A ship-to of another customer is answered like one that does not exist.
  if (!address || address.customerId !== buyer.id) throw unknown('shipToId', 'Ship-to')
  const [type] = await rowsOf(db, orderType, rows => rows.where('id', input.orderTypeId))
  if (!type) throw unknown('orderTypeId', 'Order type')
  const articles = await articlesOf(db, input)
  const ids = [...articles.keys()]
  const sbuIds = [...new Set([...articles.values()].map(({ sbuId }) => sbuId))]
  const { customerDepartments, departments } = await accountsOf(db, buyer.id)
  const rows = await rowsTogether(db, {
    ...pricesAsked(input, buyer, articles, day),
    ...controlAsked(db, buyer.id, ids, day),
    plants: ask(plant, rows => rows),
    cnfs: ask(cnf, rows => rows),
    sbus: ask(sbu, rows => rows.whereIn('id', sbuIds)),
    segments: ask(customerSegmentMap, rows => validOn(rows, day).where('customerId', buyer.id)),
    sbuCnfs: ask(sbuWiseCnf, rows => validOn(rows, day).whereIn('sbuId', sbuIds).where('stateId', address.stateId)),
    defaultSupplyPlants: ask(defaultSupplyPlant, rows => validOn(rows, day).whereIn('sbuId', sbuIds)),
    departmentOrderTypes: ask(allowOrdertypeDepartment, rows =>
      rows.where('isActive', 1).whereIn(
        'departmentId',
        departments.map(({ id }) => id),
      ),
    ),
  })
  const control = await controlFacts(db, rows, ids, day)
  return {
    day,
    customer: buyer,
    shipTo: address,
    orderType: type,
    products: articles,
    sbus: new Map(rows.sbus.map(row => [row.id, row])),
    customerDepartments,
    departments,
    departmentOrderTypes: rows.departmentOrderTypes,
    segments: new Map(rows.segments.map(row => [row.sbuId, row.customerSegmentId])),
    plants: new Map(rows.plants.map(row => [row.id, row])),
    control,
    prices: priceBook({ ...rows, rateContracts: await contractPrices(db, buyer.id, ids, day) }),
    sources: sourceBook({ ...rows, petroleum: new Set(control.petroleum.keys()) }),
    stock: await stockOf(db, ids),
    settings: await readSettings(db),
  }
}

/** The departments that sell to a customer (M36), with who keeps each account. */
async function accountsOf(db: Knex, customerId: number) {
  const found: Record<string, unknown>[] = await db('customer_department_map')
    .join('department', 'department.id', 'customer_department_map.departmentId')
    .where({ customerId, 'customer_department_map.isActive': 1 })
    .select('customer_department_map.*', 'department.sbuId', 'department.isActive as departmentIsActive')
  return {
    departments: found.map(row => ({
      id: row.departmentId as number,
      sbuId: row.sbuId as number,
      isActive: Boolean(row.departmentIsActive),
    })),
    customerDepartments: found.map(row => readRow(customerDepartmentMap, row)),
  }
}

async function articlesOf(db: Knex, { lines }: OrderInput): Promise<Map<number, Row<typeof products>>> {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const found = new Map((await rowsOf(db, products, rows => rows.whereIn('id', ids))).map(row => [row.id, row]))
  const missing = lines.findIndex(({ productId }) => !found.has(productId))
  if (missing >= 0) throw unknown(`lines[${missing}].productId`, 'Product')
  return found
}

/** The rows that may price these articles. */
function pricesAsked(
  input: OrderInput,
  buyer: Row<typeof customer>,
  articles: Map<number, Row<typeof products>>,
  day: string,
) {
  const ids = [...articles.keys()]
  const groups = [...new Set([...articles.values()].map(row => row.materialPricingGroupId).filter(id => id !== null))]
  return {
    shipToPrices: ask(custShiptoProdPrice, rows =>
      validOn(rows, day).where({ customerId: buyer.id, shipToId: input.shipToId }).whereIn('productId', ids),
    ),
    productPrices: ask(productPrice, rows =>
      validOn(rows, day).where('channelId', buyer.channelId).whereIn('productId', ids),
    ),
    productDiscounts: ask(productDiscount, rows =>
      validOn(rows, day).where(any => any.whereIn('productId', ids).orWhereIn('materialPricingGroupId', groups)),
    ),
    materialPricingGroups: ask(materialPricingGroup, rows => rows.whereIn('id', groups)),
  }
}

/** Unrestricted stock in thousandths, by `plant/product`. */
async function stockOf(db: Knex, productIds: number[]): Promise<Map<string, number>> {
  const rows: { plantId: number; productId: number; qty: number }[] = await db('stock_level')
    .where('isActive', 1)
    .whereIn('productId', productIds)
    .groupBy('plantId', 'productId')
    .select('plantId', 'productId')
    .sum({ qty: 'unrestrictedQty' })
  return new Map(rows.map(({ plantId, productId, qty }) => [`${plantId}/${productId}`, Number(qty)]))
}

const unknown = (field: string, label: string) =>
  invalidField(field, 'UNKNOWN_REF', `${label} is not known: choose one from the list`)
