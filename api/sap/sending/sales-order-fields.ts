import { collectionRows, type SapRow } from '../http/odata.ts'
import { inOrderNames, orderServiceOf } from '../http/order-services.ts'

type Kind = 'day' | 'flag' | 'decimal' | 'text' | number
interface Entity {
  /** In a sentence: `the item`. */
  name: string
  /** Of a text its greatest length. */
  fields: Readonly<Record<string, Kind>>
  needed: readonly string[]
  under: Readonly<Record<string, Entity>>
}

const text: Entity = {
  name: 'the text',
  fields: { Language: 2, LongTextID: 4, LongText: 'text' },
  needed: ['LongTextID'],
  under: {},
}

const item: Entity = {
  name: 'the item',
  fields: {
    SalesOrderItem: 6,
    Material: 40,
    RequestedQuantity: 'decimal',
    RequestedQuantityUnit: 3,
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
  under: {
    to_PricingElement: {
      name: 'the price',
      fields: {
        ConditionType: 4,
        ConditionRateValue: 'decimal',
        ConditionCurrency: 5,
        ConditionQuantity: 'decimal',
        ConditionQuantityUnit: 3,
      },
      needed: ['ConditionType', 'ConditionRateValue'],
      under: {},
    },
    to_ScheduleLine: {
      name: 'the schedule line',
      fields: { RequestedDeliveryDate: 'day', ScheduleLineOrderQuantity: 'decimal' },
      needed: ['RequestedDeliveryDate', 'ScheduleLineOrderQuantity'],
      under: {},
    },
    to_Text: text,
  },
}

const salesOrder: Entity = {
  name: 'the sales order',
  fields: {
    SalesOrderType: 4,
    SalesOrganization: 4,
    DistributionChannel: 2,
    OrganizationDivision: 2,
    SalesGroup: 3,
    SalesOffice: 4,
    SoldToParty: 10,
    PurchaseOrderByCustomer: 35,
    CustomerPurchaseOrderDate: 'day',
    PurchaseOrderByShipToParty: 35,
    RequestedDeliveryDate: 'day',
    PricingDate: 'day',
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
  under: {
    to_Partner: {
      name: 'the partner',
      fields: { PartnerFunction: 2, Customer: 10 },
      needed: ['PartnerFunction', 'Customer'],
      under: {},
    },
    to_Text: text,
    to_Item: item,
  },
}

const itemChange: Entity = {
  name: 'the change of the item',
  fields: { SalesDocumentRjcnReason: 2, RequestedQuantity: 'decimal' },
  needed: [],
  under: {},
}

/** What orders free of charge do not have of the fields above; they have no prices, and their schedule lines are only read. */
const notFree = [
  ...['PurchaseOrderByShipToParty', 'PricingDate', 'CustomerPaymentTerms', 'to_PricingElement', 'to_ScheduleLine'],
  ...[1, 2, 3, 4, 5].map(no => `AdditionalMaterialGroup${no}`),
]
const fewer = <Value>(named: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(named).filter(([name]) => !notFree.includes(name)))

const freeOrder: Entity = {
  ...salesOrder,
  fields: { ...fewer(salesOrder.fields), SalesOrderDate: 'day', SDDocumentReason: 3 },
  under: {
    ...salesOrder.under,
    to_Item: { ...item, fields: { ...fewer(item.fields), PurchaseOrderByCustomer: 35 }, under: fewer(item.under) },
  },
}

/** A request to one of the services of sales orders. */
interface Request {
  method: string
  /** Below the root of SAP's services. */
  path: string
  body: unknown
}

/** What the fields of SAP's sales order do not take of a request, in sentences; empty where they take all of it. */
export function fieldFaults({ method, path, body }: Request): string[] {
  const free = orderServiceOf({ isFreeOfCharge: true })
  const isFree = path.startsWith(`${free.service}/`)
  const named = isFree ? inOrderNames(free, body as SapRow) : (body as SapRow)
  return faultsIn(named, method !== 'POST' ? itemChange : isFree ? freeOrder : salesOrder)
}

function faultsIn(body: Record<string, unknown>, entity: Entity): string[] {
  return [
    ...entity.needed.filter(name => !body[name]).map(name => `${name} is missing in ${entity.name}.`),
    ...Object.entries(body).flatMap(([name, value]) => faultsOf(name, value, entity)),
  ]
}

function faultsOf(name: string, value: unknown, entity: Entity): string[] {
  const under = entity.under[name]
  if (under) return collectionRows(value).flatMap(row => faultsIn(row, under))
  const kind = entity.fields[name]
  if (kind === undefined) return [`SAP has no field ${name} in ${entity.name}.`]
  const why = misfit(value, kind)
  return why ? [`${name} ${why} in ${entity.name}.`] : []
}

function misfit(value: unknown, kind: Kind): string | null {
  if (kind === 'flag') return typeof value === 'boolean' ? null : 'must be true or false'
  if (kind === 'day') return /^\/Date\(-?\d+\)\/$/.test(String(value)) ? null : 'must be a day'
  if (kind === 'decimal') return /^-?\d{1,15}(\.\d{1,9})?$/.test(String(value)) ? null : 'must be a number'
  if (kind === 'text') return typeof value === 'string' ? null : 'must be a text'
  return String(value).length <= kind ? null : `may have ${kind} characters, and has ${String(value).length},`
}
