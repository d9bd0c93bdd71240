import type { Knex } from 'knex'
import { clean, withDefaults } from '../../../resources/define/validate.ts'
import { type Plant, plant } from '../../../resources/settings/plant.ts'
import { now } from '../../platform/clock.ts'
import type { SapAdapter } from '../adapter.ts'
import { latestRows } from '../customers/latest-rows.ts'
import { type Partner, partnersByNumber, readPartner } from '../customers/partner.ts'
import { placeFinder } from '../customers/places.ts'
import type { EntityPage } from '../http/entity-pages.ts'
import { odataLiteral, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { itemPages } from '../reading/item-pages.ts'
import { SapRowError } from '../reading/pull.ts'
import type { ItemPage, ReadHow, RowPull, SavedRows, SaveHow } from '../reading/row-pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'

/** A plant of SAP. */
interface PlantItem {
  key: string
  name: string
  salesOrg: string | null
  /** That of the customer that stands for the plant, who has its address and GSTIN; null without one. */
  partner: Pick<Partner, 'place' | 'gstin'> | null
}

/** SAP's plants, of the released plant view. */
export const plantSet = entitySet('API_PLANT_SRV/A_Plant', {
  select: ['Plant', 'PlantName', 'SalesOrganization', 'PlantCustomer'],
})

/** Plants: SAP owns the name; a new one waits until its kind is entered. No plant is ended by a reading. */
export const plantPull: RowPull<PlantItem> = {
  object: 'PLANT',
  title: 'Plant',
  tellsChanges: false,
  pages: plantPages,
  save: savePlants,
}

async function* plantPages(sap: SapAdapter, { code }: ReadHow): AsyncGenerator<ItemPage<PlantItem>> {
  const how = code === null ? {} : { filter: `Plant eq ${odataLiteral(code)}` }
  for await (const page of sap.pages(plantSet, how)) {
    const customers = page.rows.flatMap(({ PlantCustomer }) => optionalText(PlantCustomer) ?? [])
    const partnersByCode = new Map<string, SapRow>()
    for await (const { rows } of partnersByNumber(sap, customers))
      for (const row of rows) partnersByCode.set(keptCode(row.Customer), row)
    yield* itemPages(once(page), {
      title: 'Plant',
      keyOf: ({ Plant }) => String(Plant),
      read: row => readPlant(row, partnersByCode.get(keptCode(row.PlantCustomer))),
    })
  }
}

async function* once(page: EntityPage) {
  yield page
}

function readPlant(row: SapRow, partner: SapRow | undefined): PlantItem {
  const partnerFacts = partner && readPartner(partner, now())
  return {
    key: requiredText(row.Plant, 'Plant'),
    name: requiredText(row.PlantName, 'PlantName'),
    salesOrg: optionalText(row.SalesOrganization),
    partner: partnerFacts ? { place: partnerFacts.place, gstin: partnerFacts.gstin } : null,
  }
}

/** Renames known plants, and makes rows of new ones in India that are of our sales organisations, or of none. */
async function savePlants(trx: Knex, items: readonly PlantItem[], { fields, refuse }: SaveHow): Promise<SavedRows> {
  const stored = await latestRows(
    trx,
    plant,
    ({ code }) => code,
    rows =>
      rows.whereIn(
        'code',
        items.map(({ key }) => key),
      ),
  )
  const salesOrgs = new Set(fields.salesOrganizations)
  const findPlace = await placeFinder(
    trx,
    items.map(({ partner }) => partner?.place ?? null),
    fields,
  )
  const rows = items.flatMap((item): Upsert<typeof plant>[] => {
    const { key, name, salesOrg, partner } = item
    const before = stored.get(key)
    if (before) return [{ key, before, row: clean(plant, { name }) as Partial<Plant> }]
    const country = partner?.place?.country ?? 'IN'
    if (country !== 'IN' || (salesOrg !== null && !salesOrgs.has(salesOrg))) return []
    try {
      const { place = null, gstin = null } = partner ?? {}
      const row = {
        code: key,
        name,
        ...findPlace(place, gstin),
        address: place?.address,
        pincode: place?.pincode,
        gstin,
      }
      return [{ key, before, row: withDefaults(plant, clean(plant, row)) as Partial<Plant> }]
    } catch (error) {
      if (!(error instanceof SapRowError)) throw error
      refuse(key, new SapRowError(error.column, `Plant ${key}: ${error.message}`, error.code))
      return []
    }
  })
  return upsertRows(trx, plant, rows, refuse)
}
