import { collectionRows } from '../odata.ts'
import type { SapMessage } from './answers.ts'
import type { SapRecord } from './store.ts'

type Kind = 'date' | 'flag' | 'decimal' | number
type Shape = { name: string; fields: Record<string, Kind>; needed: string[]; under: Record<string, Shape> }

const text: Shape = {
  name: 'text',
  fields: { Language: 2, LongTextID: 4, LongText: 5000 },
  needed: ['LongTextID'],
  under: {},
}
const partner: Shape = {
  name: 'partner',
  fields: { PartnerFunction: 2, Customer: 10 },
  needed: ['PartnerFunction', 'Customer'],
  under: {},
}
const pricingElement: Shape = {
  name: 'pricing element',
  fields: {
    ConditionType: 4,
    ConditionRateValue: 'decimal',
    ConditionCurrency: 5,
    ConditionQuantity: 'decimal',
    ConditionQuantityUnit: 3,
  },
  needed: ['ConditionType', 'ConditionRateValue'],
  under: {},
}
const scheduleLine: Shape = {
  name: 'schedule line',
  fields: { RequestedDeliveryDate: 'date', ScheduleLineOrderQuantity: 'decimal' },
  needed: ['RequestedDeliveryDate', 'ScheduleLineOrderQuantity'],
  under: {},
}
const item: Shape = {
  name: 'item',
  fields: {
    SalesOrderItem: 6,
    Material: 40,
    RequestedQuantity: 'decimal',
    RequestedQuantityUnit: 3,
    ItemGrossWeight: 'decimal',
    ItemWeightUnit: 3,
    ProductionPlant: 4,
    ShippingPoint: 4,
    Batch: 10,
    MaterialPricingGroup: 2,
    AdditionalMaterialGroup1: 3,
    AdditionalMaterialGroup2: 3,
    AdditionalMaterialGroup3: 3,
    AdditionalMaterialGroup4: 3,
    AdditionalMaterialGroup5: 3,
    ReferenceSDDocument: 10,
    ReferenceSDDocumentItem: 6,
  },
  needed: ['SalesOrderItem', 'Material', 'RequestedQuantity', 'RequestedQuantityUnit'],
  under: { to_PricingElement: pricingElement, to_ScheduleLine: scheduleLine, to_Text: text },
}

/** A_SalesOrder as far as the portal sends it: text lengths as numbers, the fields without which SAP refuses an order. */
const salesOrder: Shape = {
  name: 'sales order',
  fields: {
    SalesOrderType: 4,
    SalesOrganization: 4,
    DistributionChannel: 2,
    OrganizationDivision: 2,
    SalesGroup: 3,
    SalesOffice: 4,
    SoldToParty: 10,
    PurchaseOrderByCustomer: 35,
    CustomerPurchaseOrderDate: 'date',
    PurchaseOrderByShipToParty: 35,
    RequestedDeliveryDate: 'date',
    PricingDate: 'date',
    TransactionCurrency: 5,
    CompleteDeliveryIsDefined: 'flag',
    ShippingType: 2,
    CustomerPaymentTerms: 4,
    IncotermsClassification: 3,
    ReferenceSDDocument: 10,
  },
  needed: [
    'SalesOrderType',
    'SalesOrganization',
    'DistributionChannel',
    'OrganizationDivision',
    'SoldToParty',
    'RequestedDeliveryDate',
  ],
  under: { to_Partner: partner, to_Text: text, to_Item: item },
}

/** SAP's messages against a posted sales order, those of structure first; an empty list when it is valid. */
export function salesOrderFaults(body: unknown): SapMessage[] {
  const faults = structureFaults(body, salesOrder)
  return faults.length > 0 ? faults : businessFaults(body as SapRecord)
}

function structureFaults(value: unknown, shape: Shape): SapMessage[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [fault('/IWBEP/CM_MGW_RT/021', `Malformed request: ${shape.name} must be a structure.`)]
  const body = value as SapRecord
  return [
    ...Object.entries(body).flatMap(([name, entry]) => fieldFaults(name, entry, shape)),
    ...shape.needed
      .filter(name => body[name] === undefined || body[name] === '')
      .map(name => fault('V1/312', `Enter ${name} for the ${shape.name}.`)),
  ]
}

function fieldFaults(name: string, value: unknown, shape: Shape): SapMessage[] {
  const under = shape.under[name]
  if (under) {
    const rows = Array.isArray(value) ? value : (value as { results?: unknown } | null)?.results
    if (!Array.isArray(rows)) return [fault('/IWBEP/CM_MGW_RT/021', `Malformed request: ${name} must hold results.`)]
    return rows.flatMap(row => structureFaults(row, under))
  }
  const kind = shape.fields[name]
  if (kind === undefined) return [fault('/IWBEP/CM_MGW_RT/021', `Property '${name}' is invalid for the ${shape.name}.`)]
  return fits(value, kind) ? [] : [fault('/IWBEP/CM_MGW_RT/021', `Invalid value for property '${name}'.`)]
}

function fits(value: unknown, kind: Kind): boolean {
  if (kind === 'flag') return typeof value === 'boolean'
  if (typeof value !== 'string') return false
  if (kind === 'date') return /^\/Date\(-?\d+\)\/$/.test(value) && Number(value.slice(6, -2)) % 86_400_000 === 0
  if (kind === 'decimal') return /^-?\d{1,15}(\.\d{1,9})?$/.test(value)
  return value.length <= kind
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
