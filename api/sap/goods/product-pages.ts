import { plainCode } from '../../../resources/sap/codes.ts'
import type { SapAdapter } from '../adapter.ts'
import type { EntitySet } from '../http/entity-pages.ts'
import { instantOfSap, odataLiteral } from '../http/odata.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ReadHow } from '../reading/row-pull.ts'
import { groupFields, type ProductItem, productItem } from './product-item.ts'

/** The digits to which SAP pads the number of a material. */
const DIGITS = 18

/** The products with what the portal reads of them. */
export const productSet: EntitySet = {
  path: 'API_PRODUCT_SRV/A_Product',
  key: ['Product'],
  select: [
    'Product',
    'LastChangeDateTime',
    'Division',
    'BaseUnit',
    'GrossWeight',
    'NetWeight',
    'WeightUnit',
    'SizeOrDimensionText',
    'IsBatchManagementRequired',
    'IsMarkedForDeletion',
    ...['Language', 'ProductDescription'].map(name => `to_Description/${name}`),
    ...[
      'ProductSalesOrg',
      'ProductDistributionChnl',
      'SalesMeasureUnit',
      'MinimumOrderQuantity',
      'DeliveryQuantity',
      'DeliveryQuantityUnit',
      'SupplyingPlant',
      'ProductSalesStatus',
      'ProductSalesStatusValidityDate',
      'PriceSpecificationProductGroup',
      'IsMarkedForDeletion',
      ...groupFields,
    ].map(name => `to_SalesDelivery/${name}`),
    ...['Plant', 'ConsumptionTaxCtrlCode'].map(name => `to_Plant/${name}`),
    ...['AlternativeUnit', 'QuantityNumerator', 'QuantityDenominator'].map(name => `to_ProductUnitsOfMeasure/${name}`),
    ...['TotalShelfLife', 'ShelfLifeExpirationDatePeriod'].map(name => `to_ProductStorage/${name}`),
  ],
  expand: ['to_Description', 'to_SalesDelivery', 'to_Plant', 'to_ProductUnitsOfMeasure', 'to_ProductStorage'],
}

/** Reads products that are sold in the areas of the portal; others are skipped. */
export function productPages(sap: SapAdapter, { since, code, fields }: ReadHow) {
  const filters = [
    ...(since === null ? [] : [`LastChangeDateTime ge datetimeoffset'${since}'`]),
    ...(code === null ? [] : [materialFilter(plainCode(code), 'Product')]),
  ]
  return itemPages<ProductItem>(
    sap.pages(productSet, { pageSize: 500, ...(filters.length > 0 && { filter: filters.join(' and ') }) }),
    {
      title: 'Product',
      keyOf: row => plainCode(String(row.Product)),
      read: row => productItem(row, fields),
      changedAt: row => (row.LastChangeDateTime ? instantOfSap(row.LastChangeDateTime) : null),
    },
  )
}

/** A filter for one material by its code: a numeric one as people write it, and as SAP may store it. */
export function materialFilter(code: string, field = 'Material'): string {
  const texts = /^\d+$/.test(code) ? [code, code.padStart(DIGITS, '0')] : [code]
  return `(${texts.map(text => `${field} eq ${odataLiteral(text)}`).join(' or ')})`
}
