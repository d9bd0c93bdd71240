import { amount, day, mark, material, sapNumber, sapSheet, words } from './sap-sheet.ts'

/** Condition records of list prices: a row is a record in a period of one key. */
export const priceFile = sapSheet({
  object: 'PRICE',
  purpose: 'List prices: a row is a condition record for a product in a sales area and period.',
  columns: {
    ConditionRecord: sapNumber({ required: true }),
    ConditionTable: words({ max: 3, required: true }),
    SalesOrganization: words({ max: 4, required: true }),
    DistributionChannel: words({ max: 2, required: true }),
    Material: material(),
    Customer: sapNumber(),
    SoldToParty: sapNumber(),
    PriceListType: words({ max: 2 }),
    ConditionValidityStartDate: day({ required: true }),
    ConditionValidityEndDate: day({ required: true }),
    ConditionRateValue: amount({ required: true }),
    ConditionRateValueUnit: words({ max: 5, required: true }),
    ConditionQuantity: amount(),
    ConditionQuantityUnit: words({ max: 3 }),
    ConditionIsDeleted: mark(),
    ConditionReleaseStatus: words({ max: 1 }),
  },
  key: ['ConditionRecord', 'SalesOrganization', 'DistributionChannel', 'Material', 'ConditionValidityEndDate'],
  together: ['ConditionRecord'],
})
