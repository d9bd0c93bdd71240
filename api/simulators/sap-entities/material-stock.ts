import { code, decimal, many, material, one, serviceOf, text, unit } from '../sap-odata/entity-type.ts'

/** Stock of materials by plant, storage location, batch and kind of stock. */
export const materialStock = serviceOf('API_MATERIAL_STOCK_SRV', [
  {
    set: 'A_MaterialStock',
    key: ['Material'],
    properties: {
      Material: material,
      MaterialBaseUnit: unit,
    },
    navigation: { to_MatlStkInAcctMod: many('A_MatlStkInAcctMod', 'Material') },
  },
  {
    set: 'A_MatlStkInAcctMod',
    key: [
      'Material',
      'Plant',
      'Batch',
      'StorageLocation',
      'Supplier',
      'Customer',
      'WBSElementInternalID',
      'SDDocument',
      'SDDocumentItem',
      'InventorySpecialStockType',
      'InventoryStockType',
    ],
    properties: {
      Material: material,
      Plant: text(4),
      StorageLocation: text(4),
      Batch: text(10),
      Supplier: code,
      Customer: code,
      WBSElementInternalID: text(24),
      SDDocument: code,
      SDDocumentItem: text(6),
      InventorySpecialStockType: text(1),
      InventoryStockType: text(2),
      MaterialBaseUnit: unit,
      MatlWrhsStkQtyInMatlBaseUnit: decimal(31, 14),
    },
    navigation: { to_MaterialStock: one('A_MaterialStock', 'Material') },
  },
])
