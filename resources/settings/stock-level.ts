import { system } from '../access.ts'
import { date, instant, quantity, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { plant } from './plant.ts'

/** SAP's unrestricted stock of a product at a plant, by batch. */
export const stockLevel = resource({
  group: 'settings',
  name: 'stock-level',
  title: 'Stock Levels',
  purpose: 'The unrestricted stock of each product at each plant, from SAP.',
  fields: {
    plantId: reference(plant, { sap: true }),
    productId: reference(products, { sap: true }),
    batchNo: text({
      max: 10,
      format: 'batch',
      optional: true,
      sap: true,
      hint: 'Leave empty for products without batches',
    }),
    unrestrictedQty: quantity({ default: 0, sap: true, label: 'Unrestricted stock' }),
    expiryDate: date({ optional: true, sap: true }),
    asOn: instant({
      sap: true,
      label: 'As on',
      hint: 'When SAP last reported another quantity; an unchanged one is as new as the last reading',
    }),
  },
  key: ['plantId', 'productId', 'batchNo'],
  display: ['productId', 'plantId', 'batchNo'],
  list: ['plantId', 'productId', 'batchNo', 'unrestrictedQty', 'expiryDate', 'asOn'],
  search: ['batchNo'],
  indexes: [
    ['productId', 'plantId'],
    ['plantId', 'productId'],
    ['productId', 'batchNo'],
  ],
  access: system,
  within: { DISPATCH: { plantId: 'myPlants' } },
})

export type StockLevel = Row<typeof stockLevel>
