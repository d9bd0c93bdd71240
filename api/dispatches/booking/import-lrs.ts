import { BadRequest, Conflict, Unprocessable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { fyOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { LrInput } from '../../../resources/dispatches/commands/booking.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { lrHeaderFields, lrSheet } from '../../../resources/uploads/lrs.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { UploadContext } from '../../derive/uploads/upload.ts'
import { newsIn } from './batch-news.ts'
import { checkLr, keepLr } from './book-lr.ts'
import { describeFreeDeliveries } from './free-deliveries.ts'
import type { PreparedLr } from './prepare-lr.ts'

/** The rows of one LR stand or fall together. */
export const oneLr = () => ({ fields: ['transporterId', 'lrNo'], name: 'LR' })

/** Books the LRs of a file, each as a person books it on the page; one that is booked already is left as it is. */
export async function importLrs(trx: Knex.Transaction, rows: ImportRow[], { person, author, given }: UploadContext) {
  for (const group of Map.groupBy(
    rows,
    ({ row }) => `${row.transporterId}/${String(row.lrNo).toLowerCase()}`,
  ).values()) {
    refuseOtherHeaders(group)
    if (group.some(({ faults }) => faults.length > 0)) continue
    const existingLr = await knownLr(trx, group)
    if (existingLr) {
      for (const one of group) Object.assign(one, { before: existingLr, unchanged: true, entityId: existingLr.id })
      continue
    }
    const prepared = await prepareGroup(trx, group, { person })
    if (!prepared) continue
    const made = await keepLr(trx, prepared, author, newsIn(given))
    for (const one of group) one.entityId = made.id
  }
}

function refuseOtherHeaders([first, ...others]: ImportRow[]) {
  for (const one of others)
    for (const name of lrHeaderFields.filter(name => one.row[name] !== first!.row[name]))
      one.refuse(name, 'RULE', `${labelOf(name, lrSheet.fields[name])} differs from row ${first!.rowNo} of the same LR`)
}

/** The LR that holds all invoices and deliveries of these rows already: a file that is sent again changes nothing. */
async function knownLr(trx: Knex, group: ImportRow[]): Promise<StoredRow | undefined> {
  const { lrNo, transporterId, lrDate } = group[0]!.row as unknown as Lr
  const [existing] = await rowsOf(trx, lr, rows => rows.where({ lrNo, transporterId, fy: fyOf(lrDate), releasedNo: 0 }))
  if (!existing) return undefined
  const on = await trx('lr_line').where({ lrId: existing.id }).select('invoiceId', 'deliveryId')
  const isOn = ({ row }: ImportRow) =>
    on.some(line => (row.invoiceId === null ? line.deliveryId === row.deliveryId : line.invoiceId === row.invoiceId))
  return group.every(isOn) ? (existing as unknown as StoredRow) : undefined
}

/** The LR of these rows as it would be booked; undefined where a rule refuses it, which the rows then say. */
async function prepareGroup(
  trx: Knex,
  group: ImportRow[],
  call: Pick<UploadContext, 'person'>,
): Promise<PreparedLr | undefined> {
  try {
    const prepared = await checkLr(trx, await inputOf(trx, group), call)
    return cityFits(group, prepared) ? prepared : undefined
  } catch (error) {
    if (!(error instanceof BadRequest || error instanceof Conflict || error instanceof Unprocessable)) throw error
    const faults = (error.errors ?? []) as Fault[]
    if (faults.length === 0) throw error
    for (const fault of faults) refuse(group, fault)
    return undefined
  }
}

async function inputOf(trx: Knex, group: ImportRow[]): Promise<LrInput> {
  const { toCityId: _, ...header } = Object.fromEntries(lrHeaderFields.map(name => [name, group[0]!.row[name]]))
  const invoiceIds = group.flatMap(({ row }) => (row.invoiceId as number | null) ?? [])
  const values: (number | string)[] = await trx('invoice').whereIn('id', invoiceIds).pluck('grossValue')
  const deliveryIds = group.flatMap(({ row }) => (row.deliveryId as number | null) ?? [])
  const free = await describeFreeDeliveries(
    trx,
    await rowsOf(trx, sapDelivery, rows => rows.whereIn('id', deliveryIds)),
  )
  const read = header as unknown as LrInput
  return {
    ...read,
    chargedWeightKg: read.chargedWeightKg ?? read.actualWeightKg,
    declaredValue: sum([...values.map(Number), ...free.map(({ head }) => head.grossValue)]),
    driverName: null,
    driverMobile: null,
    consolidatedEwayNo: null,
    isOverDimensional: false,
    partBAt: null,
    bookedAt: null,
    tremCardId: read.unNumber === null ? null : await lastTremCard(trx, read.unNumber),
    lines: group.map(({ row }) => ({
      invoiceId: row.invoiceId as number | null,
      deliveryId: row.deliveryId as number | null,
      packages: row.linePackages as number | null,
      packagesInAll: null,
      challanNo: row.challanNo as string | null,
      ewayBillNo: row.ewayBillNo as string | null,
      ewayValidTo: null,
      items: null,
    })),
  }
}

/** A file holds no cards: the card of the last LR with the same UN number travels again. */
async function lastTremCard(trx: Knex, unNumber: string): Promise<number | null> {
  const last = await trx('lr').where({ unNumber }).whereNotNull('tremCardId').orderBy('id', 'desc').first('tremCardId')
  return last?.tremCardId ?? null
}

function cityFits([first]: ImportRow[], { dispatched }: PreparedLr): boolean {
  const { shipTo } = dispatched[0]!.chosen
  const given = first!.row.toCityId as number | null
  if (given === null || given === shipTo!.cityId) return true
  first!.refuse('toCityId', 'RULE', `To city is not that of ship-to ${shipTo!.code}: leave it empty or correct it`)
  return false
}

/** The columns of a file for the fields of the form. */
const columnOf: Readonly<Record<string, string>> = {
  lines: 'invoiceId',
  packagesInAll: 'linePackages',
  tremCardId: 'hasHazard',
}
/** The words of uploads for what the form says otherwise. */
const codeOf: Readonly<Record<string, string>> = { INVOICE_TAKEN: 'NOT_ALLOWED_STATE', UNKNOWN_REF: 'OUT_OF_SCOPE' }

function refuse(group: ImportRow[], { field, code, message }: Fault) {
  const [, index, name] = /^lines\[(\d+)\]\.(\w+)/.exec(field) ?? [undefined, '0', field]
  const own = name === 'packages' && field !== 'packages' ? 'linePackages' : (columnOf[name!] ?? name!)
  const column = own in lrSheet.fields ? own : 'lrNo'
  group[Number(index)]!.refuse(column, codeOf[code] ?? code, message)
}
