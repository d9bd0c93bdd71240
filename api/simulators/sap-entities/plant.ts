import { code, serviceOf, text } from '../sap-odata/entity-type.ts'

/** The company's plants; no package of this service is published, so the names are those of its released view. */
export const plant = serviceOf('API_PLANT_SRV', [
  {
    set: 'A_Plant',
    key: ['Plant'],
    properties: {
      Plant: text(4),
      PlantName: text(30),
      ValuationArea: text(4),
      PlantCustomer: code,
      PlantSupplier: code,
      FactoryCalendar: text(2),
      DefaultPurchasingOrganization: text(4),
      SalesOrganization: text(4),
      AddressID: code,
      PlantCategory: text(1),
      DistributionChannel: text(2),
      Division: text(2),
      Language: text(2),
    },
  },
])
