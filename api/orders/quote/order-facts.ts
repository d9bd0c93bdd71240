import type { Knex } from 'knex'
import { allowOrdertypeDepartment } from '../../../resources/masters/allow-ordertype-department.ts'
import { customerAnnexure } from '../../../resources/masters/customer-annexure.ts'
import { customerSegmentMap } from '../../../resources/masters/customer-segment-map.ts'
import { rateContractErrors } from '../../../resources/masters/rate-contract-errors.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import { state } from '../../../resources/masters/state.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { freightBook } from '../../../resources/orders/quote/freight.ts'
import { limitPriceBook } from '../../../resources/orders/quote/limit-price.ts'
import { priceBook } from '../../../resources/orders/quote/price.ts'
import { sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import { channel } from '../../../resources/settings/channel.ts'
import { zone } from '../../../resources/settings/zone.ts'
import { padValues, readTogether, selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { contractPrices, contractsQuery } from '../../masters/contract-prices.ts'
import { transitQuery } from '../../masters/expected-on.ts'
import { availableStock } from './available-stock.ts'
import { controlFacts, controlRequests } from './control-facts.ts'
import { cutOffsOf } from './cut-offs.ts'
import { eudRequests, eudRows } from './eud-facts.ts'
import type { OrderFactKeys } from './order-fact-keys.ts'
import { loadParties } from './parties.ts'
import { priceRequests } from './price-requests.ts'
import { ownReservedQty, promosWithUses, reservationRequest } from './reservation-facts.ts'
import { sourceRequests } from './source-requests.ts'

/** All master rows that an order of these lines may need, and the lookup tables made of them. */
export type OrderFacts = Awaited<ReturnType<typeof loadOrderFacts>>

/**
 * Loads the master rows for pricing, sourcing, taxing and checking an order of a business day; the number of queries
 * does not depend on the lines. `orderId` is the order itself where it is saved already; blocks and availability are
 * those of `blockedOn`. Throws 400 for unknown ids.
 */
export async function loadOrderFacts(
  db: Knex,
  input: OrderInput,
  day: string,
  orderId: number | null = null,
  blockedOn = day,
) {
  const parties = await loadParties(db, input, day)
  const { buyer, buyers, address, type, articles, departments, salesAreas } = parties
  const needed: OrderFactKeys = {
    day,
    productIds: padValues([...articles.keys()]),
    pricingGroupIds: padValues([...new Set(present([...articles.values()].map(row => row.materialPricingGroupId)))]),
    sbuIds: padValues([...new Set([...articles.values()].map(row => row.sbuId))]),
    buyerIds: padValues([...buyers.keys()]),
    channelIds: [...new Set([...buyers.values(), ...salesAreas].map(row => row.channelId))],
    shipTo: address,
    promoCodes: [...new Set(present(input.lines.map(({ promoCode }) => promoCode)))],
  }
  const { sbuIds, buyerIds, productIds } = needed
  const transMode = input.transMode ?? buyer.defaultTransMode
  const masters = await readTogether(db, {
    ...sourceRequests(needed),
    ...priceRequests(needed),
    ...controlRequests(db, buyer.id, productIds, blockedOn),
    ...contractsQuery(db, buyerIds, productIds, day),
    ...transitQuery({ stateId: address.stateId, transMode }),
    ...eudRequests(buyer.id, productIds, day),
    reservations: reservationRequest(db, orderId, buyer.id, needed.promoCodes),
    sbus: selectFrom(sbu, rows => rows.whereIn('id', sbuIds)),
    channels: selectFrom(channel, rows => rows),
    states: selectFrom(state, rows => rows),
    zones: selectFrom(zone, rows => rows.whereIn('id', zoneOfCity(db, address.cityId))),
    departmentOrderTypes: selectFrom(allowOrdertypeDepartment, rows =>
      rows.where('isActive', 1).whereIn(
        'departmentId',
        departments.map(({ id }) => id),
      ),
    ),
    segments: selectFrom(customerSegmentMap, rows => whereValidOn(rows, day).whereIn('customerId', buyerIds)),
    annexures: selectFrom(customerAnnexure, rows =>
      whereValidOn(rows, day).where({ status: 'ACCEPTED' }).whereIn('customerId', buyerIds).whereIn('sbuId', sbuIds),
    ),
    contractErrors: selectFrom(rateContractErrors, rows =>
      rows
        .where({ status: 'OPEN', customerCode: buyer.code })
        .whereIn('productCode', padValues([...articles.values()].map(({ code }) => code))),
    ),
  })
  const control = controlFacts(masters)
  return {
    day,
    orderId,
    customer: buyer,
    buyers,
    distributorBook: parties.distributorBook,
    shipTo: address,
    zoneId: masters.zones[0]?.id ?? null,
    orderType: type,
    products: articles,
    sbus: new Map(masters.sbus.map(row => [row.id, row])),
    channels: new Map(masters.channels.map(row => [row.id, row])),
    customerDepartments: parties.customerDepartments,
    salesAreas,
    departments,
    departmentOrderTypes: masters.departmentOrderTypes,
    segments: new Map(masters.segments.map(row => [`${row.customerId}/${row.sbuId}`, row.customerSegmentId])),
    annexures: masters.annexures,
    contracts: masters.contracts,
    contractLines: masters.contractLines,
    control,
    eud: eudRows(masters, input, ownReservedQty(masters.reservations, orderId, 'EUD')),
    plants: new Map(masters.plants.map(row => [row.id, row])),
    stateNames: new Map(masters.states.map(({ id, name }) => [id, name])),
    prices: priceBook({
      ...masters,
      rateContracts: contractPrices(masters, ownReservedQty(masters.reservations, orderId, 'CONTRACT')),
      promoCodes: promosWithUses(masters.promoCodes, masters.reservations, orderId),
    }),
    limitPrices: limitPriceBook(masters),
    asps: new Map(masters.asps.map(row => [row.productId, row])),
    freights: freightBook(masters.freights),
    sources: sourceBook({
      ...masters,
      petroleum: new Set(control.petroleum.keys()),
      unavailable: new Set(
        control.nonAvailable
          .filter(({ plantId, action }) => plantId !== null && action === 'BLOCK')
          .map(({ plantId, productId }) => `${plantId}/${productId}`),
      ),
    }),
    stock: await availableStock(db, articles, productIds, orderId),
    cutOffs: cutOffsOf(masters.cnfs.filter(({ isActive }) => isActive)),
    transit: { lanes: masters.lanes, holidays: new Set(masters.holidays.map(({ holidayDate }) => holidayDate)) },
    contractErrors: masters.contractErrors,
    settings: parties.settings,
  }
}

const present = <Value>(values: readonly (Value | null)[]) => values.filter(value => value !== null)

const zoneOfCity = (db: Knex, cityId: number | null) =>
  db('state_city')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .where('state_city.id', cityId ?? 0)
    .select('zone_area.zoneId')
