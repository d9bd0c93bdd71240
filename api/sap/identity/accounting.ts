import { identity } from './identity.ts'

/** Items of accounting documents. */
export const accountingIdentities = [
  identity(
    'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube',
    ['document', 'documents'],
    ['CompanyCode C4 T', 'FiscalYear C4 N', 'AccountingDocument C10 A', 'AccountingDocumentItem C3 N'],
    {
      ours: { companyCode: 'CompanyCode' },
      currency: 'CompanyCodeCurrency',
      deleted: ['IsReversed'],
      changed: { field: 'ClearingCreationDate', as: 'DAY', orElse: 'ClearingDate' },
    },
  ),
]
