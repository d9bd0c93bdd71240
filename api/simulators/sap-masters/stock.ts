import { toSapQuantity } from '../../sap/http/odata.ts'
import type { CompanyStock, Entity } from './company.ts'

/** Stock as SAP stores it: the quantity by place, batch and kind, and the batch with its expiry. */
export function stockEntities(stock: CompanyStock): Entity[] {
  const { product: Material, plant: Plant, batch, unit, special = '', kind = '01' } = stock
  const expiry: Entity[] =
    batch && stock.expiry
      ? [['Batch', { Material, BatchIdentifyingPlant: '', Batch: batch, ShelfLifeExpirationDate: stock.expiry }]]
      : []
  return [
    ['A_MaterialStock', { Material, MaterialBaseUnit: unit }],
    [
      'A_MatlStkInAcctMod',
      {
        Material,
        Plant,
        StorageLocation: stock.location ?? '0001',
        Batch: batch ?? '',
        Customer: special === 'W' ? (stock.owner ?? '') : '',
        Supplier: special === 'K' ? (stock.owner ?? '') : '',
        InventorySpecialStockType: special,
        InventoryStockType: kind,
        MaterialBaseUnit: unit,
        MatlWrhsStkQtyInMatlBaseUnit: toSapQuantity(stock.quantity),
      },
    ],
    ...expiry,
  ]
}
