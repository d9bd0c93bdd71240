import { customerPull } from './customers/customer-pull.ts'
import { shipToPull } from './customers/ship-to-pull.ts'
import { clearingPull } from './documents/save-clearings.ts'
import { deliveryPull } from './documents/save-deliveries.ts'
import { invoicePull } from './documents/save-invoice.ts'
import { outstandingPull } from './documents/save-open-items.ts'
import { orderStatusPull } from './documents/save-order-status.ts'
import { plantPull } from './goods/plant.ts'
import { pricePull } from './goods/price.ts'
import { productPull } from './goods/product.ts'
import { rateContractPull } from './goods/rate-contract.ts'
import { stockPull } from './goods/stock.ts'
import { missingReader } from './read-missing.ts'
import type { Pull, SapDocument } from './reading/pull.ts'
import { type Deps, type SapReader, sapReader, sapRowReader } from './reading/reader.ts'
import { retryWaiting } from './reading/retry-waiting.ts'
import type { RowPull, SapItem } from './reading/row-pull.ts'

const rows = <Item extends SapItem>(pull: RowPull<Item>) => ({
  object: pull.object,
  reader: (deps: Deps) => sapRowReader(deps, pull),
})

const documents = <Document extends SapDocument>(pull: Pull<Document>) => ({
  object: pull.object,
  reader: (deps: Deps) => sapReader(deps, pull),
})

/** Everything that is read from SAP, in the order in which a first load needs it. */
const pulls = [
  rows(plantPull),
  rows(productPull),
  rows(customerPull),
  rows(shipToPull),
  rows(pricePull),
  rows(rateContractPull),
  rows(stockPull),
  documents(orderStatusPull),
  rows(deliveryPull),
  documents(invoicePull),
  rows(outstandingPull),
  rows(clearingPull),
]

/** The readers of all objects, in the order in which a first load needs them. */
export function sapReaders(deps: Deps): SapReader[] {
  const means = { ...deps, readMissing: missingReader(deps), retryWaiting: retryWaiting(deps.db, () => readers) }
  const readers: SapReader[] = pulls.map(({ reader }) => reader(means))
  return readers
}

/** The objects that can be read, in the same order. */
export const readableObjects: readonly SapReader['object'][] = pulls.map(({ object }) => object)
