import { amount, day, material, sapNumber, sapSheet, words } from './sap-sheet.ts'

/** Sales contracts: a row is an item; the contract's own values repeat on each of its rows. */
export const rateContractFile = sapSheet({
  object: 'RATE_CONTRACT',
  purpose: 'Sales contracts with their items: a contract is taken over when all its rows are right.',
  columns: {
    SalesContract: sapNumber({ required: true }),
    SalesOrganization: words({ max: 4, required: true }),
    OrganizationDivision: words({ max: 2 }),
    SoldToParty: sapNumber({ required: true }),
    PurchaseOrderByCustomer: words({ max: 35 }),
    SalesContractDate: day(),
    SalesContractValidityStartDate: day({ required: true }),
    SalesContractValidityEndDate: day(),
    TransactionCurrency: words({ max: 5 }),
    SalesDocApprovalStatus: words({ max: 1 }),
    OverallSDProcessStatus: words({ max: 1 }),
    OverallSDDocumentRejectionSts: words({ max: 1 }),
    SalesContractItem: words({ max: 6, required: true }),
    Material: material(),
    RequestedQuantity: amount({ required: true }),
    RequestedQuantityUnit: words({ max: 3, required: true }),
    SalesDocumentRjcnReason: words({ max: 2 }),
    ConditionRateValue: amount(),
    ConditionQuantity: amount(),
    ConditionQuantityUnit: words({ max: 3 }),
    ConditionCurrency: words({ max: 5 }),
  },
  key: ['SalesContract', 'SalesContractItem'],
  together: ['SalesContract'],
})
