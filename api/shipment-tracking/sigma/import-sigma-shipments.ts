import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import type { SigmaLr } from '../../../resources/shipment-tracking/commands/lanes.ts'
import { sigmaHeader, sigmaInvoice, sigmaShipmentSheet } from '../../../resources/uploads/sigma-shipments.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { UploadContext } from '../../derive/uploads/upload.ts'
import { bookSigmaLr } from './book-sigma-lr.ts'

/** Saves the LRs of a file of the sister business; rows of one LR must say the same of it. */
export async function importSigmaShipments(
  trx: Knex.Transaction,
  rows: ImportRow[],
  { author, person }: UploadContext,
) {
  for (const group of Map.groupBy(rows, ({ row }) => `${row.transporterId} ${row.lrNo}`).values()) {
    const [first] = group
    if (disagree(group)) continue
    const input = {
      ...pick(first!, sigmaHeader),
      invoices: group.map(one => pick(one, sigmaInvoice)),
    } as unknown as SigmaLr
    const outcome = await bookSigmaLr(trx, input, person, author)
    if ('faults' in outcome) {
      for (const { field, code, message } of outcome.faults) first!.refuse(field, code, message)
      continue
    }
    for (const one of group) {
      one.entityId = outcome.id
      one.unchanged = outcome.isKnown
    }
  }
}

const pick = ({ row }: ImportRow, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, row[name] ?? null]))

/** Refuses rows that say something else of their LR than its first row. */
function disagree([first, ...others]: ImportRow[]): boolean {
  let disagrees = false
  for (const one of others)
    for (const name of sigmaHeader) {
      if ((one.row[name] ?? null) === (first!.row[name] ?? null)) continue
      const label = labelOf(name, sigmaShipmentSheet.fields[name])
      one.refuse(name, 'DIFFERS', `${label} must be the same in all rows of LR ${first!.row.lrNo}: row ${first!.rowNo}`)
      disagrees = true
    }
  return disagrees
}
