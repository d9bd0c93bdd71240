import { system } from '../access.ts'
import { code, effectivePeriod, integer, money, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { channel } from './channel.ts'

/** SAP's list price of a product in a channel (condition PR00): the price of `priceUnit` of `uom`. */
export const productPrice = resource({
  group: 'settings',
  name: 'product-price',
  title: 'List Prices',
  purpose: 'The list price of each product in each channel, from SAP.',
  fields: {
    channelId: reference(channel, { sap: true }),
    productId: reference(products, { sap: true }),
    listPrice: money({ min: 0.01, sap: true, hiddenFrom: ['DISPATCH'] }),
    priceUnit: integer({
      min: 1,
      max: 99_999,
      default: 1,
      sap: true,
      hint: 'Number of units the list price is for',
    }),
    uom: code({ max: 3, sap: true, label: 'Unit', hint: 'A unit of the product, or one that converts to it' }),
    ...effectivePeriod(),
    conditionRecord: text({ max: 10, optional: true, sap: true, hint: 'The condition record of SAP that gave it' }),
    conditionTable: code({ max: 3, optional: true, sap: true }),
  },
  key: ['channelId', 'productId'],
  display: ['productId', 'channelId'],
  list: ['channelId', 'productId', 'listPrice', 'priceUnit', 'uom', 'validFrom', 'validTo'],
  sort: ['productId', 'channelId'],
  indexes: [['productId', 'channelId', 'validFrom'], ['channelId', 'productId'], ['conditionRecord']],
  access: system,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { productId: 'productId', channelId: 'channelId' } },
})

export type ProductPrice = Row<typeof productPrice>
