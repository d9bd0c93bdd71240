import { collectionRows } from '../../sap/http/odata.ts'
import { inOrderNames, type OrderService, orderServiceOf } from '../../sap/http/order-services.ts'
import { entityTypes } from '../sap-entities/all.ts'
import { createFaults } from '../sap-odata/body-checks.ts'
import type { EntityType } from '../sap-odata/entity-type.ts'
import type { SapMessage } from './answers.ts'
import { freeTypes } from './document-types.ts'
import type { SapRecord } from './store.ts'

/** What SAP does not take a sales order without, by entity set, and what it calls a row of it. */
const needed: Readonly<Record<string, readonly [what: string, ...names: string[]]>> = {
  A_SalesOrder: [
    'sales order',
    'SalesOrderType',
    'SalesOrganization',
    'DistributionChannel',
    'OrganizationDivision',
    'SoldToParty',
    'RequestedDeliveryDate',
  ],
  A_SalesOrderItem: ['item', 'SalesOrderItem', 'Material', 'RequestedQuantity', 'RequestedQuantityUnit'],
  A_SalesOrderHeaderPartner: ['partner', 'PartnerFunction', 'Customer'],
  A_SalesOrderItemPrElement: ['pricing element', 'ConditionType', 'ConditionRateValue'],
  A_SalesOrderScheduleLine: ['schedule line', 'RequestedDeliveryDate', 'ScheduleLineOrderQuantity'],
  A_SalesOrderText: ['text', 'LongTextID'],
  A_SalesOrderItemText: ['text', 'LongTextID'],
  A_SalesOrderWithoutCharge: [
    'sales order',
    'SalesOrderWithoutChargeType',
    'SalesOrganization',
    'DistributionChannel',
    'OrganizationDivision',
    'SoldToParty',
    'RequestedDeliveryDate',
  ],
  A_SalesOrderWithoutChargeItem: [
    'item',
    'SalesOrderWithoutChargeItem',
    'Material',
    'RequestedQuantity',
    'RequestedQuantityUnit',
  ],
  A_SlsOrdWthoutChrgPartner: ['partner', 'PartnerFunction', 'Customer'],
  A_SlsOrdWthoutChrgText: ['text', 'LongTextID'],
  A_SlsOrdWthoutChrgItmText: ['text', 'LongTextID'],
}

const typeOf = (set: string): EntityType => entityTypes.find(type => type.set === set)!

/**
 * SAP's messages against a sales order posted to one of its services, those of its metadata first; an empty list when it
 * is valid.
 */
export function salesOrderFaults(body: unknown, isFree = false): SapMessage[] {
  const of = orderServiceOf({ isFreeOfCharge: isFree })
  const order = typeOf(of.order)
  const faults = createFaults(order, body, typeOf)
  if (faults.length > 0) return faults
  const missing = missingFaults(order, body as SapRecord)
  if (missing.length > 0) return missing
  const named = inOrderNames(of, body as SapRecord)
  return [...categoryFaults(named, of), ...businessFaults(named)]
}

function missingFaults({ set, navigation }: EntityType, row: SapRecord): SapMessage[] {
  const [what, ...names] = needed[set] ?? ['row']
  const own = names
    .filter(name => row[name] === undefined || row[name] === '')
    .map(name => ({ ...fault('V1/312', `Enter ${name} for the ${what}.`), propertyref: name }))
  const below = Object.entries(navigation).flatMap(([name, link]) =>
    link.many ? collectionRows(row[name]).flatMap(one => missingFaults(typeOf(link.to), one)) : [],
  )
  return [...own, ...below]
}

function categoryFaults({ SalesOrderType: type }: SapRecord, { service }: OrderService): SapMessage[] {
  const isFree = freeTypes.includes(String(type))
  if (service === orderServiceOf({ isFreeOfCharge: isFree }).service) return []
  const category = isFree ? 'I' : 'C'
  return [fault('V1/313', `Order type ${type} is of document category ${category}, which ${service} does not serve.`)]
}

function businessFaults(body: SapRecord): SapMessage[] {
  const items = collectionRows(body.to_Item)
  const numbers = items.map(row => Number(row.SalesOrderItem))
  const soldTo = String(body.SoldToParty)
  const refused = items.find(row => row.Material === 'SAPFAIL-BUS')
  return [
    ...(items.length === 0 ? [fault('V1/217', 'Enter at least one item.')] : []),
    ...(/^\d+$/.test(soldTo) && soldTo.length !== 10 ? [fault('VP/199', `Customer ${soldTo} does not exist.`)] : []),
    ...(new Set(numbers).size < numbers.length ? [fault('V1/320', 'An item number is used twice.')] : []),
    ...items
      .filter(row => Number(row.RequestedQuantity) <= 0)
      .map(row => fault('V1/327', `Enter a quantity for item ${Number(row.SalesOrderItem)}.`)),
    ...(refused
      ? [fault('V1/384', `Material SAPFAIL-BUS is not released for sales organization ${body.SalesOrganization}.`)]
      : []),
  ]
}

const fault = (code: string, message: string): SapMessage => ({ code, message })
