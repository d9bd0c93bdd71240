import { simulatorStore } from '../sap/store.ts'
import { addOddDocuments } from '../sap-documents/odd-documents.ts'
import type { EntityStore } from '../sap-odata/entity-store.ts'
import type { Company } from './company.ts'
import { fillMasters } from './fill.ts'
import { addOddities } from './oddities.ts'

/** Gives the simulated SAP a company's master data, and the oddities. */
export function writeMasters(store: EntityStore, company: Company, at: string) {
  fillMasters(store, company, at)
  addOddities(store, at)
}

/** Gives the simulated SAP in a file its master data, and the oddities of masters and documents, unless it has some. */
export async function writeMastersOnce(file: string, at: string, companyOf: () => Promise<Company>) {
  const store = simulatorStore(file)
  try {
    if (store.entities.count('A_Customer') > 0) return
    writeMasters(store.entities, await companyOf(), at)
    addOddDocuments(store, at)
  } finally {
    store.close()
  }
}
