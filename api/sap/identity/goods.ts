import { byInstant, identity } from './identity.ts'

/** Products, their prices, contracts, stock and batches. */
export const goodsIdentities = [
  identity('API_PRODUCT_SRV/A_Product', ['product', 'products'], ['Product C40 M'], {
    deleted: ['IsMarkedForDeletion'],
    blocked: ['CrossPlantStatus'],
    changed: byInstant,
  }),
  identity(
    'API_PRODUCT_SRV/A_ProductSalesDelivery',
    ['sales data of a product', 'sales data of products'],
    ['Product C40 M', 'ProductSalesOrg C4 T', 'ProductDistributionChnl C2 T'],
    { ours: { salesOrg: 'ProductSalesOrg' }, deleted: ['IsMarkedForDeletion'], blocked: ['ProductSalesStatus'] },
  ),
  identity(
    'API_PRODUCT_SRV/A_ProductPlant',
    ['plant of a product', 'plants of products'],
    ['Product C40 M', 'Plant C4 T'],
    {
      ours: { plant: 'Plant' },
    },
  ),
  identity(
    'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord',
    ['price', 'prices'],
    ['ConditionRecord C10 N'],
    { currency: 'ConditionRateValueUnit', deleted: ['ConditionIsDeleted'], blocked: ['ConditionReleaseStatus'] },
  ),
  identity(
    'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgCndnRecdValidity',
    ['period of a price', 'periods of prices'],
    ['ConditionRecord C10 N', 'ConditionValidityEndDate C10 T'],
    { ours: { salesOrg: 'SalesOrganization' } },
  ),
  identity('API_SALES_CONTRACT_SRV/A_SalesContract', ['sales contract', 'sales contracts'], ['SalesContract C10 A'], {
    ours: { salesOrg: 'SalesOrganization' },
    currency: 'TransactionCurrency',
    changed: byInstant,
  }),
  identity(
    'API_SALES_CONTRACT_SRV/A_SalesContractItem',
    ['item of a sales contract', 'items of sales contracts'],
    ['SalesContract C10 A', 'SalesContractItem C6 N'],
    { currency: 'TransactionCurrency', deleted: ['SalesDocumentRjcnReason'] },
  ),
  identity(
    'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod',
    ['row of stock', 'rows of stock'],
    [
      'Material C40 M',
      'Plant C4 T',
      'Batch C10 T',
      'StorageLocation C4 T',
      'Supplier C10 A',
      'Customer C10 A',
      'WBSElementInternalID C24 T',
      'SDDocument C10 A',
      'SDDocumentItem C6 N',
      'InventorySpecialStockType C1 T',
      'InventoryStockType C2 T',
    ],
    { ours: { plant: 'Plant' } },
  ),
  identity(
    'API_BATCH_SRV/Batch',
    ['batch', 'batches'],
    ['Material C40 M', 'BatchIdentifyingPlant C4 T', 'Batch C10 T'],
  ),
]
