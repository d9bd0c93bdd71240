import { amount, day, material, sapSheet, words } from './sap-sheet.ts'

/** Unrestricted stock by storage location. */
export const stockFile = sapSheet({
  object: 'STOCK',
  purpose:
    'Unrestricted stock by product, plant, storage location and batch. What a file does not list stays as it is.',
  columns: {
    Material: material(),
    Plant: words({ max: 4, required: true }),
    StorageLocation: words({ max: 4 }),
    Batch: words({ max: 10 }),
    MatlWrhsStkQtyInMatlBaseUnit: amount({ required: true }),
    MaterialBaseUnit: words({ max: 3, required: true }),
    ShelfLifeExpirationDate: day(),
  },
  key: ['Material', 'Plant', 'StorageLocation', 'Batch'],
  together: ['Material', 'Plant', 'Batch'],
})
