import { sapSheet, words } from './sap-sheet.ts'

/** Plants, with the address of the customer that stands for each. */
export const plantFile = sapSheet({
  object: 'PLANT',
  purpose: 'Plants: SAP owns their names; a new one waits until its kind is entered.',
  columns: {
    Plant: words({ max: 4, required: true }),
    PlantName: words({ max: 30, required: true }),
    SalesOrganization: words({ max: 4 }),
    StreetName: words({ max: 255 }),
    CityName: words({ max: 40 }),
    PostalCode: words({ max: 10 }),
    Region: words({ max: 3 }),
    Country: words({ max: 3 }),
    BPTaxNumber_IN3: words({ max: 20, hint: 'GSTIN' }),
  },
  key: ['Plant'],
  together: ['Plant'],
})
