import type { Knex } from 'knex'
import {
  cleanCollectorId,
  collectorIdFault,
  collectorIdMark,
} from '../../../resources/dispatches/collections/collector.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import type { NamedCollector } from '../../../resources/dispatches/commands/collections.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { demandFile } from '../../files/attachments.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalid, invalidField, notFound } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { demandWaiting, lockInvoice, modeOf } from './collected-invoice.ts'

/**
 * Names who collects the goods of an invoice that the party collects, and gives it a gate pass. Throws 400 with faults
 * at the fields, 404 out of scope, 409 when the goods wait no longer, are to be sent, or a collector is named already.
 */
export async function authoriseCollection(
  trx: Knex,
  input: NamedCollector,
  person: Person,
  author: Author,
): Promise<PwcCollection> {
  const collectorIdNo = cleanCollectorId(input.collectorIdNo)
  const wrong = collectorIdFault(input.collectorIdType, collectorIdNo)
  if (wrong) throw invalid([wrong])
  const row = await lockInvoice(trx, input.invoiceId, person)
  demandWaiting(row)
  if ((await modeOf(trx, row)) !== 'PWC')
    throw conflict('NOT_PWC', `Invoice ${row.invoiceNo} is to be sent: choose “Collect” for it first`, {}, 'invoiceId')
  const held = await trx('pwc_collection').where({ heldInvoiceId: row.id }).first('gatepassNo')
  if (held)
    throw conflict(
      'COLLECTOR_NAMED',
      `A collector of invoice ${row.invoiceNo} is named already by gate pass ${held.gatepassNo}: cancel it first`,
    )
  if (row.packages !== null && input.packages !== row.packages)
    throw invalidField('packages', 'RANGE', `Packages must be ${row.packages}, as the invoice has: all are collected`)
  const letter = { sentFor: 'PWC', field: 'authorityAttachmentId', label: 'Authority letter' } as const
  await demandFile(trx, person, input.authorityAttachmentId, letter)
  const collection: Partial<PwcCollection> = {
    ...input,
    collectorIdNo,
    collectorIdMark: collectorIdMark(collectorIdNo),
    gatepassNo: await nextNumber(trx, 'GP', today()),
    heldInvoiceId: row.id,
    soldToId: row.soldToId,
    plantId: row.plantId,
    sbuId: row.sbuId,
    status: 'AWAITED',
    otpVerified: false,
    otpTries: 0,
  }
  // From here on no LR takes it, whatever its order says.
  if (row.transMode === null) await updateRow(trx, invoice, row, { transMode: 'PWC' }, author)
  const [saved] = await insertRows(trx, pwcCollection, [collection], author)
  return saved!
}

/** A collection that the person may read, locked until the end of the transaction. Throws 404 for any other. */
export async function lockCollection(trx: Knex, id: number, person: Person): Promise<PwcCollection> {
  const [row] = await rowsOf(trx, pwcCollection, rows =>
    restrict(rows.where('pwc_collection.id', id), trx, pwcCollection, person, 'read').forUpdate(),
  )
  if (!row) throw notFound()
  return row
}
