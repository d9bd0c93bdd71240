import type { Knex } from 'knex'
import { type CustomerSalesArea, customerSalesArea } from '../../../resources/access-control/customer-sales-area.ts'
import { clean, withDefaults } from '../../../resources/define/validate.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { changesIn, insertRows, updateEach } from '../../derive/save/write.ts'
import type { SapFields } from '../http/fields.ts'
import { sapAuthor } from '../sap-author.ts'
import type { AreaItem, OurArea } from './customer-row.ts'

type AreaRow = Omit<Partial<CustomerSalesArea>, 'customerId'>

/** How the sales areas of a customer differ from those that the portal has. */
export interface AreaChanges {
  added: AreaRow[]
  changed: { before: CustomerSalesArea; asked: Partial<CustomerSalesArea> }[]
  gone: CustomerSalesArea[]
}

/** Compares SAP's sales areas of a customer with the rows there are. */
export function areaChanges(
  areas: readonly OurArea[],
  rows: readonly CustomerSalesArea[],
  { paymentTerms }: SapFields,
): AreaChanges {
  const rowsByKey = new Map(rows.map(row => [keyOf(row), row]))
  const changes: AreaChanges = { added: [], changed: [], gone: [] }
  for (const area of areas) {
    const row = rowOf(area, paymentTerms)
    const before = rowsByKey.get(keyOf(area))
    if (!before) changes.added.push(row)
    else if (Object.keys(changesIn(before, row)).length > 0)
      changes.changed.push({ before, asked: changesIn(before, row) as Partial<CustomerSalesArea> })
    rowsByKey.delete(keyOf(area))
  }
  changes.gone.push(...rowsByKey.values())
  return changes
}

const keyOf = ({ salesOrg, channelId, division }: Pick<CustomerSalesArea, 'salesOrg' | 'channelId' | 'division'>) =>
  `${salesOrg}/${channelId}/${division}`

export const hasAreaChanges = ({ added, changed, gone }: AreaChanges) => added.length + changed.length + gone.length > 0

function rowOf({ channel: _, ...area }: OurArea, terms: SapFields['paymentTerms']): AreaRow {
  const days = area.paymentTermsCode === null ? undefined : terms[area.paymentTermsCode]
  return clean(customerSalesArea, { ...area, paymentTermsDays: days === undefined ? null : Number(days) }) as AreaRow
}

/** Saves the changes of sales areas, by the id of their customer. */
export async function saveAreas(trx: Knex, changes: ReadonlyMap<number, AreaChanges>): Promise<void> {
  const all = [...changes]
  const added = all.flatMap(([customerId, { added }]) =>
    added.map(row => withDefaults(customerSalesArea, { ...row, customerId }) as Partial<CustomerSalesArea>),
  )
  await insertRows(trx, customerSalesArea, added, sapAuthor)
  await updateEach(
    trx,
    customerSalesArea,
    all.flatMap(([, { changed }]) => changed),
    sapAuthor,
  )
  const gone = all.flatMap(([, { gone }]) => gone.map(({ id }) => id))
  if (gone.length > 0) await trx('customer_sales_area').whereIn('id', gone).delete()
}

/** The sales areas of customers, by their id. */
export async function areasOf(
  db: Knex,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, CustomerSalesArea[]>> {
  const rows = await rowsOf(db, customerSalesArea, found => found.whereIn('customerId', [...customerIds]))
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

/** Says which of SAP's sales areas are ours: those of an SBU, in a channel that the portal knows. */
export type OurAreas = <Area extends Pick<AreaItem, 'salesOrg' | 'channel' | 'division'>>(
  areas: readonly Area[],
) => (Area & { channelId: number })[]

/** Loads the sales areas of the SBUs, and the channels. */
export async function ourAreas(db: Knex): Promise<OurAreas> {
  const sbus: { salesOrg: string; division: string }[] = await db('sbu')
    .where('isActive', 1)
    .select('salesOrg', 'division')
  const channels: { id: number; code: string }[] = await db('channel').where('isActive', 1).select('id', 'code')
  const ofSbus = new Set(sbus.map(({ salesOrg, division }) => `${salesOrg}/${division}`))
  const ids = new Map(channels.map(({ id, code }) => [code, id]))
  return areas =>
    areas.flatMap(area => {
      const channelId = ids.get(area.channel)
      return channelId !== undefined && ofSbus.has(`${area.salesOrg}/${area.division}`) ? [{ ...area, channelId }] : []
    })
}
