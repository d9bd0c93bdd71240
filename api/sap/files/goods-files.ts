import { plainCode } from '../../../resources/sap/codes.ts'
import { priceFile } from '../../../resources/uploads/sap/price.ts'
import { productFile } from '../../../resources/uploads/sap/product.ts'
import { rateContractFile } from '../../../resources/uploads/sap/rate-contract.ts'
import { stockFile } from '../../../resources/uploads/sap/stock.ts'
import { pricePull } from '../goods/price.ts'
import { conditionRecords } from '../goods/price-pages.ts'
import { productPull } from '../goods/product.ts'
import { productSet } from '../goods/product-pages.ts'
import { rateContractPull } from '../goods/rate-contract.ts'
import { stockPull } from '../goods/stock.ts'
import { keyOf as stockKeyOf } from '../goods/stock-item.ts'
import type { SapFields } from '../http/fields.ts'
import type { SapRow } from '../http/odata.ts'
import { below, nested, pick } from './nested.ts'
import { rowFile, type SapFile } from './sap-file.ts'

const stock = rowFile(stockPull, stockFile, {
  keyOf: stockKeyOf,
  sets: rows => ({
    'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod': rows,
    ...(rows.some(row => 'ShelfLifeExpirationDate' in row) && {
      'API_BATCH_SRV/Batch': rows.map(row => ({ ...row, BatchIdentifyingPlant: row.Plant })),
    }),
  }),
})

const contractKey = (row: SapRow) => plainCode(String(row.SalesContract))

const contract = rowFile(rateContractPull, rateContractFile, {
  keyOf: contractKey,
  partOf: row => String(Number(row.SalesContractItem)),
  sets: (rows, fields) => ({
    'API_SALES_CONTRACT_SRV/A_SalesContract': nested(rows, contractKey, 'to_Item', row => contractItem(row, fields)),
  }),
})

const contractItem = (row: SapRow, { price }: SapFields): SapRow => ({
  ...pick(row, [
    'SalesContractItem',
    'Material',
    'RequestedQuantity',
    'RequestedQuantityUnit',
    'SalesDocumentRjcnReason',
  ]),
  to_PricingElement: below(
    ...(row.ConditionRateValue
      ? [
          {
            ConditionType: price,
            ...pick(row, ['ConditionRateValue', 'ConditionQuantity', 'ConditionQuantityUnit', 'ConditionCurrency']),
          },
        ]
      : []),
  ),
})

const productKey = (row: SapRow) => plainCode(String(row.Product))

const product = rowFile(productPull, productFile, {
  keyOf: productKey,
  sets: rows => ({
    [productSet.path]: nested(rows, productKey, 'to_SalesDelivery', row => row).map(productRow),
  }),
})

/** What SAP keeps below a product besides its sales data; the unit that is converted is that in which it is sold. */
const productRow = (row: SapRow): SapRow => ({
  ...row,
  to_Description: below({ Language: 'EN', ProductDescription: row.ProductDescription }),
  to_Plant: below({ Plant: '', ConsumptionTaxCtrlCode: row.ConsumptionTaxCtrlCode ?? '' }),
  to_ProductUnitsOfMeasure: below(
    ...(row.SalesMeasureUnit && row.QuantityNumerator
      ? [
          {
            AlternativeUnit: row.SalesMeasureUnit,
            QuantityNumerator: row.QuantityNumerator,
            QuantityDenominator: row.QuantityDenominator ?? '1',
          },
        ]
      : []),
  ),
  to_ProductStorage: pick(row, ['TotalShelfLife', 'ShelfLifeExpirationDatePeriod']),
})

const recordKey = (row: SapRow) => plainCode(String(row.ConditionRecord))

const price = rowFile(pricePull, priceFile, {
  keyOf: recordKey,
  sets: rows => ({
    [conditionRecords.path]: nested(rows, recordKey, 'to_SlsPrcgCndnRecdValidity', row => row).map(row => ({
      ...row,
      to_SlsPrcgCndnRecordScale: below(),
    })),
  }),
})

export const goodsFiles: readonly SapFile[] = [product, price, contract, stock]
