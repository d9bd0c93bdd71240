import type { SapAdapter } from '../adapter.ts'
import { instantOfSap, odataLiteral } from '../http/odata.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { askedPart, keptMaterial } from '../identity/key-forms.ts'
import { rowsByKeys } from '../reading/by-keys.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ReadHow, RowPull } from '../reading/row-pull.ts'
import { groupFields, isSold, type ProductItem, productItem } from './product-item.ts'

/** The products with what the portal reads of them. */
export const productSet = entitySet('API_PRODUCT_SRV/A_Product', {
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
})

/** Reads products that are sold in the areas of the portal; others are skipped. */
export function productPages(sap: SapAdapter, { since, code, fields }: ReadHow) {
  const filters = [
    ...(since === null ? [] : [`LastChangeDateTime ge datetimeoffset'${since}'`]),
    ...(code === null ? [] : [materialFilter(code, fields.materialDigits, 'Product')]),
  ]
  return itemPages<ProductItem>(
    sap.pages(productSet, { pageSize: 500, ...(filters.length > 0 && { filter: filters.join(' and ') }) }),
    {
      title: 'Product',
      keyOf: row => keptMaterial(row.Product),
      read: row => productItem(row, fields),
      changedAt: row => (row.LastChangeDateTime ? instantOfSap(row.LastChangeDateTime) : null),
    },
  )
}

/** A filter for one material by its code, a number padded as SAP stores it. */
export const materialFilter = (code: string, digits: number, field = 'Material'): string =>
  `${field} eq ${odataLiteral(askedPart(productSet.identity.key[0]!, code, digits))}`

/** Those of these products that SAP still has in an area of ours. */
export const productsThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const { rows } = await rowsByKeys(sap, productSet, keys, { materialDigits: fields.materialDigits })
  return new Set([...rows].filter(([, row]) => isSold(row, fields)).map(([key]) => key))
}
