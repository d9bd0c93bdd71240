import { toSapAmount, toSapQuantity } from '../../sap/http/odata.ts'
import { type CompanyPrice, type Entity, forever } from './company.ts'

/** GST on goods of an HSN code between states, in hundredths of a percent; within one state each half of it is due. */
export function taxEntities(hsn: string, rate: number, index: number): Entity[] {
  const ConditionRecord = `${9_800_000_001 + index}`
  const condition = { ConditionRecord, ConditionApplication: 'V', ConditionType: 'JOIG' }
  const days = { ConditionValidityStartDate: '2017-07-01', ConditionValidityEndDate: forever }
  return [
    [
      'A_SlsPrcgConditionRecord',
      {
        ...condition,
        ...days,
        ConditionSequentialNumber: '1',
        ConditionTable: '368',
        ConditionCalculationType: 'A',
        ConditionRateValue: toSapQuantity(rate * 10),
        ConditionRateValueUnit: '%',
      },
    ],
    ['A_SlsPrcgCndnRecdValidity', { ...condition, ...days, DepartureCountry: 'IN', ConsumptionTaxCtrlCode: hsn }],
  ]
}

/** A price as SAP stores one: the condition record with its rate, the key and days of its validity, the lines of its scale. */
export function priceEntities(price: CompanyPrice, salesOrganization: string): Entity[] {
  const { record: ConditionRecord, from, to, currency = 'INR', scales = [] } = price
  const condition = { ConditionRecord, ConditionApplication: 'V', ConditionType: 'PR00' }
  const days = { ConditionValidityStartDate: from, ConditionValidityEndDate: to }
  const released = { ConditionReleaseStatus: price.released ?? '' }
  return [
    [
      'A_SlsPrcgConditionRecord',
      {
        ...condition,
        ...days,
        ...released,
        ConditionSequentialNumber: '1',
        ConditionTable: price.table,
        CreationDate: from,
        ConditionCalculationType: 'C',
        ConditionRateValue: toSapAmount(price.rate),
        ConditionRateValueUnit: currency,
        ConditionQuantity: `${price.per}`,
        ConditionQuantityUnit: price.unit,
        ConditionIsDeleted: price.deleted ?? false,
        PricingScaleType: scales.length > 0 ? 'A' : '',
        PricingScaleBasis: scales.length > 0 ? 'C' : '',
      },
    ],
    [
      'A_SlsPrcgCndnRecdValidity',
      {
        ...condition,
        ...days,
        ...released,
        SalesOrganization: salesOrganization,
        DistributionChannel: price.channel,
        Material: price.product,
        Customer: price.customer ?? '',
        PriceListType: price.priceList ?? '',
      },
    ],
    ...scales.map(
      ([quantity, rate], line): Entity => [
        'A_SlsPrcgCndnRecordScale',
        {
          ConditionRecord,
          ConditionSequentialNumber: '1',
          ConditionScaleLine: `${line + 1}`,
          ConditionScaleQuantity: toSapQuantity(quantity),
          ConditionScaleQuantityUnit: price.unit,
          ConditionRateValue: toSapAmount(rate),
          ConditionRateValueUnit: currency,
        },
      ],
    ),
  ]
}
