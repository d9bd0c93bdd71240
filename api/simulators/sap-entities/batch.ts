import { code, day, flag, material, serviceOf, text } from '../sap-odata/entity-type.ts'

/** Batches with their expiry; no package of this service is published, so the names are those of its released view. */
export const batch = serviceOf('API_BATCH_SRV', [
  {
    set: 'Batch',
    key: ['Material', 'BatchIdentifyingPlant', 'Batch'],
    properties: {
      Material: material,
      BatchIdentifyingPlant: text(4),
      Batch: text(10),
      BatchIsMarkedForDeletion: flag,
      MatlBatchIsInRstrcdUseStock: flag,
      Supplier: code,
      BatchBySupplier: text(15),
      CountryOfOrigin: text(3),
      MatlBatchAvailabilityDate: day,
      ShelfLifeExpirationDate: day,
      ManufactureDate: day,
    },
  },
])
