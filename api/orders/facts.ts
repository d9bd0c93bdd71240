import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import type { Row } from '../../resources/define/resource.ts'
import { allowOrdertypeDepartment } from '../../resources/masters/allow-ordertype-department.ts'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { customerDepartmentMap } from '../../resources/masters/customer-department-map.ts'
import { customerSegmentMap } from '../../resources/masters/customer-segment-map.ts'
import { department } from '../../resources/masters/department.ts'
import { distCustMapping } from '../../resources/masters/dist-cust-mapping.ts'
import { distributorProductMap } from '../../resources/masters/distributor-product-map.ts'
import { products } from '../../resources/masters/products.ts'
import { rateContractErrors } from '../../resources/masters/rate-contract-errors.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { floorBook } from '../../resources/orders/floor.ts'
import { freightBook } from '../../resources/orders/freight.ts'
import { priceBook } from '../../resources/orders/price.ts'
import { dealerBook } from '../../resources/orders/sold-through.ts'
import { sourceBook } from '../../resources/orders/source-book.ts'
import { appSetting } from '../../resources/settings/app-setting.ts'
import { channel } from '../../resources/settings/channel.ts'
import { orderType } from '../../resources/settings/order-type.ts'
import { settingsFrom } from '../../resources/settings/settings.ts'
import { zone } from '../../resources/settings/zone.ts'
import { ask, evenly, rowsTogether, validOn } from '../derive/rows-of.ts'
import { transitAsked } from '../dispatches/expected-on.ts'
import { contractPrices, contractsAsked } from '../masters/contract-prices.ts'
import { invalidField } from '../platform/errors.ts'
import { controlAsked, controlFacts } from './control-facts.ts'
import { eudAsked, eudRows } from './eud-facts.ts'
import { heldAsked, ownHeld, promosWithUses } from './held-facts.ts'
import type { OrderInput } from './order-input.ts'
import { priceRows } from './price-facts.ts'
import { cutOffsOf } from './promise-date.ts'
import { sourceRows } from './source-facts.ts'

/** All master rows that an order of these lines may need, whatever their number, and the books made of them. */
export type OrderFacts = Awaited<ReturnType<typeof loadFacts>>

/** What narrows the masters of an order: its products, its buyers, and where it goes. */
export interface Needed {
  day: string
  productIds: readonly number[]
  pricingGroupIds: readonly number[]
  sbuIds: readonly number[]
  /** Who asks, and the distributors who may buy for him. */
  buyerIds: readonly number[]
  channelIds: readonly number[]
  shipTo: Pick<Row<typeof shipTo>, 'id' | 'cityId' | 'stateId'>
  promoCodes: readonly string[]
}

/**
 * Loads what pricing, sourcing, tax and the checks ask about an order of a business day, in as many queries for one line
 * as for a thousand; `orderId` is the order itself where it is kept already. Who may not buy and what cannot be supplied is asked as
 * of `blockedOn`. Throws 400 for unknown ids.
 */
export async function loadFacts(
  db: Knex,
  input: OrderInput,
  day: string,
  orderId: number | null = null,
  blockedOn = day,
) {
  const parties = await partiesOf(db, input, day)
  const { buyer, buyers, address, type, articles, departments } = parties
  const needed: Needed = {
    day,
    productIds: evenly([...articles.keys()]),
    pricingGroupIds: evenly([...new Set(present([...articles.values()].map(row => row.materialPricingGroupId)))]),
    sbuIds: evenly([...new Set([...articles.values()].map(row => row.sbuId))]),
    buyerIds: evenly([...buyers.keys()]),
    channelIds: [...new Set([...buyers.values()].map(row => row.channelId))],
    shipTo: address,
    promoCodes: [...new Set(present(input.lines.map(({ promoCode }) => promoCode)))],
  }
  const { sbuIds, buyerIds, productIds } = needed
  const transMode = input.transMode ?? buyer.defaultTransMode
  const kept = await rowsTogether(db, {
    ...sourceRows(needed),
    ...priceRows(needed),
    ...controlAsked(db, buyer.id, productIds, blockedOn),
    ...contractsAsked(db, buyerIds, productIds, day),
    ...transitAsked({ stateId: address.stateId, transMode }),
    ...eudAsked(buyer.id, productIds, day),
    held: heldAsked(db, orderId, buyer.id, needed.promoCodes),
    sbus: ask(sbu, rows => rows.whereIn('id', sbuIds)),
    channels: ask(channel, rows => rows),
    zones: ask(zone, rows => rows.whereIn('id', zoneOfCity(db, address.cityId))),
    departmentOrderTypes: ask(allowOrdertypeDepartment, rows =>
      rows.where('isActive', 1).whereIn(
        'departmentId',
        departments.map(({ id }) => id),
      ),
    ),
    segments: ask(customerSegmentMap, rows => validOn(rows, day).whereIn('customerId', buyerIds)),
    annexures: ask(customerAnnexure, rows =>
      validOn(rows, day).where({ status: 'ACCEPTED' }).whereIn('customerId', buyerIds).whereIn('sbuId', sbuIds),
    ),
    contractErrors: ask(rateContractErrors, rows =>
      rows
        .where({ status: 'OPEN', customerCode: buyer.code })
        .whereIn('productCode', evenly([...articles.values()].map(({ code }) => code))),
    ),
  })
  const control = controlFacts(kept)
  return {
    day,
    orderId,
    customer: buyer,
    buyers,
    dealers: parties.dealers,
    shipTo: address,
    zoneId: kept.zones[0]?.id ?? null,
    orderType: type,
    products: articles,
    sbus: new Map(kept.sbus.map(row => [row.id, row])),
    channels: new Map(kept.channels.map(row => [row.id, row])),
    customerDepartments: parties.customerDepartments,
    departments,
    departmentOrderTypes: kept.departmentOrderTypes,
    segments: new Map(kept.segments.map(row => [`${row.customerId}/${row.sbuId}`, row.customerSegmentId])),
    annexures: kept.annexures,
    contracts: kept.contracts,
    contractLines: kept.contractLines,
    control,
    eud: eudRows(kept, input, ownHeld(kept.held, orderId, 'EUD')),
    plants: new Map(kept.plants.map(row => [row.id, row])),
    prices: priceBook({
      ...kept,
      rateContracts: contractPrices(kept, ownHeld(kept.held, orderId, 'CONTRACT')),
      promoCodes: promosWithUses(kept.promoCodes, kept.held, orderId),
    }),
    floors: floorBook(kept),
    asps: new Map(kept.asps.map(row => [row.productId, row])),
    freights: freightBook(kept.freights),
    sources: sourceBook({
      ...kept,
      petroleum: new Set(control.petroleum.keys()),
      unavailable: new Set(
        control.nonAvailable
          .filter(({ plantId, action }) => plantId !== null && action === 'BLOCK')
          .map(({ plantId, productId }) => `${plantId}/${productId}`),
      ),
    }),
    stock: await stockOf(db, productIds),
    cutOffs: cutOffsOf(kept.cnfs.filter(({ isActive }) => isActive)),
    transit: { lanes: kept.lanes, holidays: new Set(kept.holidays.map(({ holidayDate }) => holidayDate)) },
    contractErrors: kept.contractErrors,
    settings: parties.settings,
  }
}

const present = <Value>(values: readonly (Value | null)[]) => values.filter(value => value !== null)

const zoneOfCity = (db: Knex, cityId: number) =>
  db('state_city')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .where('state_city.id', cityId)
    .select('zone_area.zoneId')

/** Who asks, who sells to him and may buy for him, where the goods go and what they are; and the settings. */
async function partiesOf(db: Knex, { customerId, shipToId, orderTypeId, lines }: OrderInput, day: string) {
  const ids = evenly([...new Set(lines.map(({ productId }) => productId))])
  const accounts = () => db('customer_department_map').where({ customerId, isActive: 1 }).select('departmentId')
  const mine = () => validOn(db('dist_cust_mapping').where({ customerId }), day).select('distributorId')
  const found = await rowsTogether(db, {
    buyers: ask(customer, rows => rows.where(any => any.where('id', customerId).orWhereIn('id', mine()))),
    addresses: ask(shipTo, rows => rows.where('id', shipToId)),
    types: ask(orderType, rows => rows.where('id', orderTypeId)),
    articles: ask(products, rows => rows.whereIn('id', ids)),
    distributorCustomers: ask(distCustMapping, rows => validOn(rows, day).where({ customerId })),
    distributorProducts: ask(distributorProductMap, rows =>
      validOn(rows, day).whereIn('productId', ids).whereIn('distributorId', mine()),
    ),
    customerDepartments: ask(customerDepartmentMap, rows => rows.where({ customerId, isActive: 1 })),
    departments: ask(department, rows => rows.whereIn('id', accounts())),
    written: ask(appSetting, rows => rows.where('isActive', 1)),
  })
  const buyers = new Map(found.buyers.map(row => [row.id, row]))
  const buyer = buyers.get(customerId)
  if (!buyer) throw unknown('customerId', 'Customer')
  const [address] = found.addresses
  // A ship-to of another customer is answered like one that does not exist.
  if (!address || address.customerId !== buyer.id) throw unknown('shipToId', 'Ship-to')
  const [type] = found.types
  if (!type) throw unknown('orderTypeId', 'Order type')
  const articles = new Map(found.articles.map(row => [row.id, row]))
  const missing = lines.findIndex(({ productId }) => !articles.has(productId))
  if (missing >= 0) throw unknown(`lines[${missing}].productId`, 'Product')
  const { customerDepartments, departments } = found
  const settings = settingsFrom(new Map(found.written.map(({ key, value }) => [key, value])))
  return {
    ...{ buyer, buyers, address, type, articles, customerDepartments, departments, settings },
    dealers: dealerBook(found),
  }
}

/** Unrestricted stock in thousandths, by `plant/product`. */
async function stockOf(db: Knex, productIds: readonly number[]): Promise<Map<string, number>> {
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
