import { customerPull } from './customers/customer-pull.ts'
import { shipToPull } from './customers/ship-to-pull.ts'
import { plantPull } from './goods/plant.ts'
import { productPull } from './goods/product.ts'
import { landscapeFields } from './http/fields.ts'
import { SapError } from './http/sap-error.ts'
import type { Deps } from './reading/reader.ts'
import type { RowPull, SapItem } from './reading/row-pull.ts'
import { saveBatch } from './reading/save-items.ts'
import type { Answered, ReadMissing } from './reading/unknown-references.ts'

/** Where the portal keeps what documents name. */
const tables = { CUSTOMER: 'customer', PLANT: 'plant', PRODUCT: 'products' } as const

/** The error of a buyer none of whose sales areas is ours. */
const OF_OTHERS = 'NO_SALES_AREA'

/**
 * Reads a customer, plant or product from SAP by its code and saves it, a new customer with their ship-tos. What SAP does
 * not have, or sells in no area of ours, is not ours; what SAP cannot tell now is left to the reading of its object.
 */
export const missingReader = (deps: Deps): ReadMissing => {
  const read: ReadMissing = async (object, code) => {
    try {
      if (object === 'CUSTOMER') return await readCustomer(deps, code)
      if (object === 'SHIP_TO') return await readShipTos(deps, code)
      if (object === 'PLANT') return await readOf(deps, plantPull, 'PLANT', code)
      return object === 'PRODUCT' ? await readOf(deps, productPull, 'PRODUCT', code) : null
    } catch (error) {
      if (error instanceof SapError) return null
      throw error
    }
  }
  return read
}

async function readCustomer(deps: Deps, code: string): Promise<Answered> {
  const answered = await readOf(deps, customerPull, 'CUSTOMER', code)
  if (answered.is === 'READ') await readShipTos(deps, code)
  return answered
}

async function readShipTos(deps: Deps, customer: string): Promise<Answered> {
  const { items, why } = await taken(deps, shipToPull, customer)
  if (items > 0 && why === null) return { is: 'READ' }
  return { is: 'WAITS', why: why ?? 'SAP sends goods of theirs nowhere' }
}

async function readOf<Item extends SapItem>(
  deps: Deps,
  pull: RowPull<Item>,
  object: keyof typeof tables,
  code: string,
): Promise<Answered> {
  const { why } = await taken(deps, pull, code)
  if (await deps.db(tables[object]).where({ code }).first('id')) return { is: 'READ' }
  return why === null ? { is: 'NOT_OURS' } : { is: 'WAITS', why }
}

/** Reads and saves the rows of one code: how many came, and why one of them was refused. */
async function taken<Item extends SapItem>({ db, sap }: Deps, pull: RowPull<Item>, code: string) {
  const fields = await landscapeFields(db)
  const items: Item[] = []
  const failed: { code: string; message: string }[] = []
  for await (const page of pull.pages(sap, { since: null, code, fields })) {
    items.push(...page.items)
    failed.push(...page.unreadable)
  }
  if (items.length > 0) failed.push(...(await saveBatch(db, pull, items, { isFull: true, fields })).failed)
  return { items: items.length, why: failed.find(one => one.code !== OF_OTHERS)?.message ?? null }
}
