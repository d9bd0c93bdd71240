import type { Knex } from 'knex'
import { customerSegmentMap } from '../../../resources/masters/customer-segment-map.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import { type PricedLine, priceBook } from '../../../resources/orders/quote/price.ts'
import { distributorBook } from '../../../resources/orders/quote/sold-through.ts'
import type { Completed } from '../../../resources/orders/rows.ts'
import { channel } from '../../../resources/settings/channel.ts'
import { readTogether, selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { contractPrices, contractsQuery } from '../../masters/contract-prices.ts'
import { readSettings } from '../../platform/settings.ts'
import { channelOf } from './customer-terms.ts'
import { buyerRequests } from './parties.ts'
import { buyerOf, type PriceFacts, priceFor } from './price-for.ts'
import { priceRequests } from './price-requests.ts'

/** The price of a product for a customer, with the unit that it is sold in. */
interface CustomerPrice extends PricedLine {
  /** Of whoever buys it: the customer, or their distributor. */
  channelId: number
  uom: string
}

/** An order that is charged; nobody gives a discount by hand. */
const CHARGED = { code: '', isFreeOfCharge: false, allowsManualDiscount: false }
/** One sales unit, in thousandths. */
const ONE = { qty: 1000, manualDiscountPct: 0, promoCode: null }

/** For whom prices are worked out; without a ship-to none counts that is agreed for a delivery address. */
export interface PricedFor {
  customerId: number
  shipToId: number | null
  day: string
}

/** Works out what an order of one sales unit of each product would be priced at, by product; not of products that are not complete yet. */
export async function pricesOfCustomer(
  db: Knex,
  { customerId, shipToId, day }: PricedFor,
  productIds: readonly number[],
): Promise<Map<number, CustomerPrice>> {
  const masters = await readTogether(db, {
    ...buyerRequests(db, customerId, productIds, day),
    articles: selectFrom(products, rows => rows.whereIn('id', [...productIds])),
    sbus: selectFrom(sbu, rows => rows),
    channels: selectFrom(channel, rows => rows),
  })
  const buyers = new Map(masters.buyers.map(row => [row.id, row]))
  const customer = buyers.get(customerId)
  const complete = masters.articles.filter((row): row is Product & Completed => row.toComplete === null)
  if (!customer || complete.length === 0) return new Map()
  const buyerIds = [...buyers.keys()]
  const { shipToPrices, customerPrices, productPrices, productDiscounts, materialPricingGroups, promoCodes } =
    priceRequests({
      ...{ day, productIds, buyerIds, sbuIds: [], promoCodes: [] },
      pricingGroupIds: complete.flatMap(({ materialPricingGroupId }) => materialPricingGroupId ?? []),
      channelIds: [...new Set([...masters.buyers, ...masters.salesAreas].map(({ channelId }) => channelId))],
      shipTo: { id: shipToId ?? 0, cityId: null, stateId: 0 },
    })
  const prices = await readTogether(db, {
    ...{ shipToPrices, customerPrices, productPrices, productDiscounts, materialPricingGroups, promoCodes },
    ...contractsQuery(db, buyerIds, productIds, day),
    segments: selectFrom(customerSegmentMap, rows => whereValidOn(rows, day).whereIn('customerId', buyerIds)),
  })
  const facts: PriceFacts = {
    ...{ day, customer, buyers, salesAreas: masters.salesAreas, distributorBook: distributorBook(masters) },
    ...{ shipTo: { id: shipToId ?? 0 }, orderType: CHARGED },
    sbus: new Map(masters.sbus.map(row => [row.id, row])),
    channels: new Map(masters.channels.map(row => [row.id, row])),
    segments: new Map(prices.segments.map(row => [`${row.customerId}/${row.sbuId}`, row.customerSegmentId])),
    settings: await readSettings(db),
    prices: priceBook({ ...prices, rateContracts: contractPrices(prices, new Map()), promoCodes: [] }),
  }
  return new Map(
    complete.map(product => {
      const { soldTo } = buyerOf(facts, product)
      const channelId = channelOf(facts, soldTo, product.sbuId)
      return [product.id, { ...priceFor(facts, soldTo, product, ONE), channelId, uom: product.uom }]
    }),
  )
}

/** The channels in which a customer, or a distributor of theirs, buys from each SBU. */
export async function channelsOfCustomer(db: Knex, { customerId, day }: PricedFor) {
  const masters = await readTogether(db, {
    ...buyerRequests(db, customerId, [], day),
    sbus: selectFrom(sbu, rows => rows.where('isActive', 1)),
  })
  const facts = { salesAreas: masters.salesAreas, sbus: new Map(masters.sbus.map(row => [row.id, row])) }
  return masters.sbus.map(({ id: sbuId }) => {
    const distributors = masters.distributorCustomers.filter(row => row.sbuId === sbuId).map(row => row.distributorId)
    const buyers = masters.buyers.filter(({ id }) => id === customerId || distributors.includes(id))
    return { sbuId, channelIds: [...new Set(buyers.map(buyer => channelOf(facts, buyer, sbuId)))] }
  })
}
