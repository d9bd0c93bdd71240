import type { Knex } from 'knex'
import { centralWarehouse } from '../../../resources/access-control/central-warehouse.ts'
import { cnf } from '../../../resources/access-control/cnf.ts'
import { cnfState } from '../../../resources/access-control/cnf-state.ts'
import { tollCenter } from '../../../resources/access-control/toll-center.ts'
import { eudBlock } from '../../../resources/complaints/eud-block.ts'
import { allowOrdertypeDepartment } from '../../../resources/masters/allow-ordertype-department.ts'
import { channelProductCnf } from '../../../resources/masters/channel-product-cnf.ts'
import { cnfExcludedItems } from '../../../resources/masters/cnf-excluded-items.ts'
import { cnfProductMap } from '../../../resources/masters/cnf-product-map.ts'
import { customerSegmentMap } from '../../../resources/masters/customer-segment-map.ts'
import { defaultSupplyPlant } from '../../../resources/masters/default-supply-plant.ts'
import { distributorProductCnfMapping } from '../../../resources/masters/distributor-product-cnf-mapping.ts'
import { productEnduserDocument } from '../../../resources/masters/product-enduser-document.ts'
import { productWiseTollCenter } from '../../../resources/masters/product-wise-toll-center.ts'
import { rateContractErrors } from '../../../resources/masters/rate-contract-errors.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import { sbuWiseCnf } from '../../../resources/masters/sbu-wise-cnf.ts'
import { state } from '../../../resources/masters/state.ts'
import { eudDocument } from '../../../resources/orders/eud-document.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { EudRows } from '../../../resources/orders/quote/eud.ts'
import { freightBook } from '../../../resources/orders/quote/freight.ts'
import { limitPriceBook } from '../../../resources/orders/quote/limit-price.ts'
import { priceBook } from '../../../resources/orders/quote/price.ts'
import { sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import { channel } from '../../../resources/settings/channel.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { zone } from '../../../resources/settings/zone.ts'
import type { RowIn } from '../../derive/row-codec.ts'
import { padValues, readTogether, selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { contractPrices, contractsQuery } from '../../masters/contract-prices.ts'
import { transitQuery } from '../../masters/expected-on.ts'
import { invalidField } from '../../platform/errors.ts'
import { annexuresInForce } from '../terms/annexures-in-force.ts'
import { availableStock } from './available-stock.ts'
import { controlFacts, controlRequests } from './control-facts.ts'
import { cutOffsOf } from './cut-offs.ts'
import { loadParties } from './parties.ts'
import { type OrderFactKeys, priceRequests } from './price-requests.ts'
import { ownReservedQty, promosWithUses, reservationRequest } from './reservation-facts.ts'

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
    annexures: annexuresInForce(day, buyerIds, sbuIds),
    contractErrors: selectFrom(rateContractErrors, rows =>
      rows
        .where({ status: 'OPEN', customerCode: buyer.code })
        .whereIn('productCode', padValues([...articles.values()].map(({ code }) => code))),
    ),
  })
  const control = controlFacts(masters, day)
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
    holidays: new Map(masters.holidays.map(({ holidayDate, name }) => [holidayDate, name])),
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

/**
 * The requests for the end-user document rules of these products on a day, the customer's documents and their blocks.
 */
const eudRequests = (customerId: number, productIds: readonly number[], day: string) => ({
  eudRules: selectFrom(productEnduserDocument, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
  eudDocuments: selectFrom(eudDocument, rows => rows.where({ customerId }).whereIn('productId', productIds)),
  eudBlocks: selectFrom(eudBlock, rows => rows.where({ customerId }).whereNot('status', 'RELEASED')),
})

type Requests = ReturnType<typeof eudRequests>
type ReadRows = { [Name in keyof Requests]: RowIn<Requests[Name]['resource']>[] }

/**
 * Converts the rows to the shapes that the rules expect, with the order's own reserved quantity of each document.
 * Throws 400 for a document that is not of the customer and the line's product.
 */
function eudRows(
  { eudRules: rules, eudDocuments: documents, eudBlocks: blocks }: ReadRows,
  { lines }: OrderInput,
  own: ReadonlyMap<number, number>,
): EudRows {
  const wrong = lines.findIndex(
    ({ eudDocumentId, productId }) =>
      eudDocumentId !== null &&
      !documents.some(document => document.id === eudDocumentId && document.productId === productId),
  )
  if (wrong >= 0) {
    const message = 'This document is not one of the customer for this product: upload it for the line'
    throw invalidField(`lines[${wrong}].eudDocumentId`, 'UNKNOWN_REF', message)
  }
  return {
    rules,
    papers: documents.map(document => ({ ...document, ownQty: own.get(document.id) ?? 0 })),
    stops: blocks,
  }
}

/** The requests for the rows from which the plants of an order's lines are chosen. */
const sourceRequests = ({ day, productIds, buyerIds, channelIds, sbuIds, shipTo }: OrderFactKeys) => ({
  plants: selectFrom(plant, rows => rows),
  cnfs: selectFrom(cnf, rows => rows),
  cnfStates: selectFrom(cnfState, rows => rows.where({ isActive: 1, stateId: shipTo.stateId })),
  tollCenters: selectFrom(tollCenter, rows => rows),
  centralWarehouses: selectFrom(centralWarehouse, rows => rows),
  productTollCenters: selectFrom(productWiseTollCenter, rows =>
    whereValidOn(rows, day).whereIn('productId', productIds),
  ),
  customerProductCnfs: selectFrom(distributorProductCnfMapping, rows =>
    whereValidOn(rows, day).whereIn('productId', productIds).whereIn('customerId', buyerIds),
  ),
  channelProductCnfs: selectFrom(channelProductCnf, rows =>
    whereValidOn(rows, day)
      .whereIn('productId', productIds)
      .whereIn('channelId', channelIds)
      .where(any => any.whereNull('stateId').orWhere('stateId', shipTo.stateId)),
  ),
  cnfProducts: selectFrom(cnfProductMap, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
  exclusions: selectFrom(cnfExcludedItems, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
  sbuCnfs: selectFrom(sbuWiseCnf, rows =>
    whereValidOn(rows, day).whereIn('sbuId', sbuIds).where('stateId', shipTo.stateId),
  ),
  defaultSupplyPlants: selectFrom(defaultSupplyPlant, rows => whereValidOn(rows, day).whereIn('sbuId', sbuIds)),
})
