import type { EntityStore } from '../sap-odata/entity-store.ts'
import type { Company, Entity } from './company.ts'
import { contractEntities } from './contracts.ts'
import { customerEntities, plantEntities } from './customers.ts'
import { openItemEntities } from './open-items.ts'
import { priceEntities, taxEntities } from './prices.ts'
import { productEntities } from './products.ts'
import { stockEntities } from './stock.ts'

/** Writes a company's master data into the simulated SAP, all as last changed at one instant. */
export function fillMasters(store: EntityStore, company: Company, at: string) {
  store.putAll(companyEntities(company, at))
}

function* companyEntities(company: Company, at: string): Generator<Entity> {
  const { salesOrganization } = company
  for (const plant of company.plants) yield* plantEntities(plant, { salesOrganization, at })
  for (const product of company.products) yield* productEntities(product, salesOrganization, at)
  for (const customer of company.customers) yield* customerEntities(customer, { ...company, at })
  for (const price of company.prices) yield* priceEntities(price, salesOrganization)
  for (const [index, { hsn, rate }] of company.taxRates.entries()) yield* taxEntities(hsn, rate, index)
  for (const [index, item] of company.openItems.entries()) yield* openItemEntities(item, salesOrganization, index)
  for (const contract of company.contracts) yield* contractEntities(contract, salesOrganization, at)
  for (const stock of company.stock) yield* stockEntities(stock)
}
