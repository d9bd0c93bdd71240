import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import { clean, withDefaults } from '../../../resources/define/validate.ts'
import { changesIn } from '../../derive/save/write.ts'
import { keepHoldsOfCustomers } from '../../orders/holds/keep-holds.ts'
import { now } from '../../platform/clock.ts'
import { SapRowError } from '../reading/pull.ts'
import type { SavedRows, SaveHow } from '../reading/row-pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'
import { sapAuthor } from '../sap-author.ts'
import { type CustomerItem, customerRow, type OurArea, urgentColumns } from './customer-row.ts'
import { latestRows } from './latest-rows.ts'
import { type FindPlace, placeFinder } from './places.ts'
import {
  type AreaChanges,
  areaChanges,
  areasOf,
  hasAreaChanges,
  type OurAreas,
  ourAreas,
  saveAreas,
} from './save-sales-areas.ts'

type CustomerUpsert = Upsert<typeof customer>

/** A customer of SAP that is to be saved. */
interface Taken {
  item: CustomerItem
  before: Customer | undefined
  areas: AreaChanges
  row: Partial<Customer>
}

/**
 * Saves customers with their sales areas. Those without an area of ours are mere ship-tos or payers of others
 * and left out, unless the portal has them. Where a customer cannot be saved, their blocks, deletion and credit are.
 */
export async function saveCustomers(trx: Knex, items: readonly CustomerItem[], how: SaveHow): Promise<SavedRows> {
  const stored = await customersByCode(
    trx,
    items.map(({ key }) => key),
  )
  const context = {
    ours: await ourAreas(trx),
    findPlace: await placeFinder(
      trx,
      items.map(({ place }) => place),
      how.fields,
    ),
    areas: await areasOf(
      trx,
      [...stored.values()].map(({ id }) => id),
    ),
  }
  const refused = new Map<string, SapRowError>()
  const refuse = (key: string, reason: SapRowError) => {
    if (!refused.has(key)) refused.set(key, named(key, reason))
  }
  const taken = items.flatMap(item => take(item, stored.get(item.key), context, { ...how, refuse }))
  const faulty = new Set<string>()
  const saved = await upsertRows(trx, customer, taken.map(upsertOf), (key, reason) => {
    faulty.add(key)
    refuse(key, reason)
  })
  const faultless = taken.filter(({ item }) => !faulty.has(item.key))
  const urgent = await upsertRows(trx, customer, urgentRows(items, stored, faultless), () => {})
  await saveAreasOf(trx, faultless)
  await keepHoldsOfCustomers(
    trx,
    [...stored.values()].map(({ id }) => id),
    sapAuthor,
  )
  for (const [key, reason] of refused) how.refuse(key, reason)
  return { created: saved.created, updated: saved.updated + urgent.updated }
}

const named = (key: string, { column, message, code, waitsFor }: SapRowError) =>
  new SapRowError(column, `Customer ${key}: ${message}`, code, waitsFor)

const customersByCode = (db: Knex, codes: readonly string[]) =>
  latestRows(
    db,
    customer,
    ({ code }) => code,
    rows => rows.whereIn('code', [...codes]),
  )

/** What is to be saved of a customer; nothing where that cannot be, or is no customer of ours. */
function take(
  item: CustomerItem,
  before: Customer | undefined,
  { ours, findPlace, areas }: { ours: OurAreas; findPlace: FindPlace; areas: Awaited<ReturnType<typeof areasOf>> },
  { fields, refuse }: SaveHow,
): Taken[] {
  const own: OurArea[] = ours(item.areas)
  if (own.length === 0 && !before) {
    const isSoldTo = item.accountGroup !== null && fields.customerTypes[item.accountGroup] !== undefined
    const isOfOthers = item.areas.length > 0 && !item.areas.some(({ salesOrg }) => isOurOrg(salesOrg, fields))
    if (isSoldTo && !item.isDeleted && !isOfOthers) refuse(item.key, withoutArea(item))
    return []
  }
  // Whom SAP deleted before the portal knew them, nobody needs here.
  if (item.isDeleted && !before) return []
  try {
    const { row, faults } = customerRow(item, before, { areas: own, findPlace, fields })
    for (const fault of faults) refuse(item.key, fault)
    return [{ item, before, row, areas: areaChanges(own, (before && areas.get(before.id)) ?? [], fields) }]
  } catch (error) {
    if (!(error instanceof SapRowError)) throw error
    refuse(item.key, error)
    return []
  }
}

const isOurOrg = (salesOrg: string, { salesOrganizations }: SaveHow['fields']) =>
  salesOrganizations.length === 0 || salesOrganizations.includes(salesOrg)

function withoutArea({ areas, accountGroup }: CustomerItem) {
  const has = areas.map(({ salesOrg, channel, division }) => `${salesOrg}/${channel}/${division}`).join(', ')
  const message = `Account group ${accountGroup} is one of buyers, and ${has ? `none of their sales areas (${has}) is` : 'they have no sales area, so none is'} one of an SBU and a channel of the portal: make one in SAP, or enter the SBU or channel here`
  return new SapRowError('channelId', message, 'NO_SALES_AREA')
}

/** A new row with all columns; a known one with those of SAP, and when it was read where anything differs. */
function upsertOf({ item, before, row, areas }: Taken): CustomerUpsert {
  const cleaned = clean(customer, row)
  if (!before) {
    return {
      key: item.key,
      before,
      row: withDefaults(customer, { ...cleaned, lastSyncedAt: now() }) as Partial<Customer>,
    }
  }
  const isNews = Object.keys(changesIn(before, cleaned)).length > 0 || hasAreaChanges(areas)
  return { key: item.key, before, row: { ...cleaned, ...(isNews && { lastSyncedAt: now() }) } as Partial<Customer> }
}

/** What must not wait of customers that are known and cannot be saved whole. */
function urgentRows(
  items: readonly CustomerItem[],
  stored: ReadonlyMap<string, Customer>,
  faultless: readonly Taken[],
): CustomerUpsert[] {
  const saved = new Set(faultless.map(({ item }) => item.key))
  return items.flatMap(item => {
    const before = stored.get(item.key)
    return before && !saved.has(item.key) ? [{ key: item.key, before, row: urgentColumns(item) }] : []
  })
}

async function saveAreasOf(trx: Knex, taken: readonly Taken[]): Promise<void> {
  const changed = taken.filter(({ areas }) => hasAreaChanges(areas))
  if (changed.length === 0) return
  const stored = await customersByCode(
    trx,
    changed.map(({ item }) => item.key),
  )
  await saveAreas(trx, new Map(changed.map(({ item, areas }) => [stored.get(item.key)!.id, areas])))
}

/** Customers that SAP no longer has are deleted there: they keep their rows, and no order is taken. */
export async function endCustomers(trx: Knex, keys: readonly string[], { refuse }: SaveHow): Promise<number> {
  const stored = await customersByCode(trx, keys)
  const rows = [...stored].map(([key, before]): CustomerUpsert => {
    return { key, before, row: before.sapDeleted ? {} : { sapDeleted: true, lastSyncedAt: now() } }
  })
  return (await upsertRows(trx, customer, rows, refuse)).updated
}
