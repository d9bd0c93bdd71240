import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { type ShipTo, shipTo } from '../../../resources/access-control/ship-to.ts'
import { normalise } from '../../../resources/define/formats.ts'
import { panOfGstin, stateOfGstin } from '../../../resources/define/official/gstin.ts'
import { clean, withDefaults } from '../../../resources/define/validate.ts'
import { SapRowError } from '../reading/pull.ts'
import type { SavedRows, SaveHow } from '../reading/row-pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'
import { cityOf } from './customer-row.ts'
import { latestRows } from './latest-rows.ts'
import type { Partner } from './partner.ts'
import { type FindPlace, placeFinder } from './places.ts'
import { type OurAreas, ourAreas } from './save-sales-areas.ts'

type Owner = { id: number; code: string; gstin: string | null }
type ShipToUpsert = Upsert<typeof shipTo>

interface Context {
  owners: ReadonlyMap<string, Owner>
  stored: ReadonlyMap<string, ShipTo>
  ours: OurAreas
  findPlace: FindPlace
}

/** Saves delivery addresses. Those of customers in sales areas of others are left out. */
export async function saveShipTos(trx: Knex, items: readonly ShipToItem[], how: SaveHow): Promise<SavedRows> {
  const { owners, stored } = await storedShipTos(trx, items)
  const places = items.map(({ place }) => place)
  const context: Context = {
    owners,
    stored,
    ours: await ourAreas(trx),
    findPlace: await placeFinder(trx, places, how.fields),
  }
  const refuse = (key: string, { column, message, code, waitsFor }: SapRowError) =>
    how.refuse(key, new SapRowError(column, `Ship-to ${key}: ${message}`, code, waitsFor))
  const rows = items.flatMap(item => {
    try {
      return upsertOf(item, context)
    } catch (error) {
      if (!(error instanceof SapRowError)) throw error
      refuse(item.key, error)
      return []
    }
  })
  return upsertRows(trx, shipTo, rows, refuse)
}

/** The customers of delivery addresses by code, and the rows that there are by both codes. */
async function storedShipTos(db: Knex, items: readonly Pick<ShipToItem, 'customer' | 'code'>[]) {
  const owners = await latestRows(
    db,
    customer,
    ({ code }) => code,
    rows => rows.whereIn('code', [...new Set(items.map(item => item.customer))]),
  )
  const codes = new Map([...owners.values()].map(({ id, code }) => [id, code]))
  const stored = await latestRows(
    db,
    shipTo,
    ({ customerId, code }) => `${codes.get(customerId)}/${code}`,
    rows => rows.whereIn('customerId', [...codes.keys()]).whereIn('code', [...new Set(items.map(({ code }) => code))]),
  )
  return { owners: owners as ReadonlyMap<string, Owner>, stored }
}

function upsertOf(item: ShipToItem, { owners, stored, ours, findPlace }: Context): ShipToUpsert[] {
  const before = stored.get(item.key)
  const areas = item.areas.map(text => {
    const [salesOrg, channel, division] = text.split('/') as [string, string, string]
    return { salesOrg, channel, division }
  })
  if (ours(areas).length === 0 && !before) return []
  const owner = owners.get(item.customer)
  if (!owner) {
    const message = `Customer ${item.customer} is not known yet: it is tried again after customers are read`
    throw new SapRowError('customerId', message, 'UNKNOWN_REF', 'CUSTOMER')
  }
  if (item.isDeleted) return before?.isActive ? [{ key: item.key, before, row: { isActive: false } }] : []
  const { place, gstin } = item
  const { stateId, cityId } = findPlace(place, gstin)
  const row: Partial<ShipTo> = {
    customerId: owner.id,
    code: item.code,
    name: item.name.slice(0, 100),
    address: place!.address.slice(0, 255),
    pincode: place!.pincode ?? '',
    stateId,
    ...cityOf(cityId, stateId, before),
    gstin,
  }
  const cleaned = clean(shipTo, row)
  if (before) {
    // What a person deactivated stays so; what SAP ended and has again counts again.
    const isBack = !before.isActive && before.updatedById === null
    return [{ key: item.key, before, row: { ...cleaned, ...(isBack && { isActive: true }) } as Partial<ShipTo> }]
  }
  const own = { isDefault: item.isDefault, isThirdParty: isOfAnother(gstin, owner) }
  return [{ key: item.key, before, row: withDefaults(shipTo, { ...cleaned, ...own }) as Partial<ShipTo> }]
}

/**
 * Whether a GSTIN is that of another legal person than the customer: of another PAN, or where one of them belongs to no state,
 * as that of an embassy, another number.
 */
function isOfAnother(gstin: string | null, owner: Owner): boolean {
  if (gstin === null || owner.gstin === null) return false
  const [theirs, ours] = [normalise('gstin', gstin), owner.gstin]
  const [pan, ourPan] = [panOfGstin(theirs), panOfGstin(ours)]
  if (pan !== null && ourPan !== null) return pan !== ourPan
  return theirs !== ours && [theirs, ours].some(one => stateOfGstin(one) === null)
}

/** Delivery addresses that SAP no longer has become inactive, although orders may name them. */
export async function endShipTos(trx: Knex, keys: readonly string[], { refuse }: SaveHow): Promise<number> {
  const pairs = keys.map(key => {
    const [customer, code] = key.split('/') as [string, string]
    return { customer, code }
  })
  const { stored } = await storedShipTos(trx, pairs)
  const wanted = new Set(keys)
  const rows = [...stored].flatMap(([key, before]): ShipToUpsert[] =>
    wanted.has(key) && before.isActive ? [{ key, before, row: { isActive: false } }] : [],
  )
  return (await upsertRows(trx, shipTo, rows, refuse)).updated
}

/** Where a customer of SAP has goods sent to: one for each customer that shares it. */
export interface ShipToItem extends Partner {
  /** Both codes: `100101/200101`. */
  key: string
  customer: string
  isDefault: boolean
  /** The sales areas in which SAP names it, as `1000/10/30`. */
  areas: string[]
}
