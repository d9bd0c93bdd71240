import { collectionRows } from '../http/odata.ts'

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

/** What the fields of SAP's sales order do not take of a request, in sentences; empty where they take all of it. */
export function fieldFaults({ method, body }: { method: string; body: unknown }): string[] {
  return faultsIn(body as Record<string, unknown>, method === 'POST' ? salesOrder : itemChange)
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
