import type { Knex } from 'knex'
import { type EwayBillRow, ewayBill } from '../../../resources/dispatches/eway/eway-bill.ts'
import type { EwayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { holdEwayBills, takenEwayBills } from '../booking/eway-numbers.ts'
import { readHeldLr } from '../events/lr-subject.ts'
import { refusal } from '../events/refusal.ts'
import { accountOfPlant } from './account-of-plant.ts'
import { keepDistance, knownDistance } from './distances.ts'
import { enqueueCall, OPEN } from './enqueue.ts'
import { factsOfLine, type LineFacts } from './line-facts.ts'
import { byIrnRequest, documentOf, faultsOfPartA, partARequest } from './part-a.ts'

/**
 * Asks the portal for the e-way bill of a line: by its IRN where the invoice has one, of a challan or a buyer without
 * registration directly. One that SAP has made is taken over, never made again.
 */
export const generateEway: ActionHandler = async (trx, { rows, values, author, person }) => {
  const [{ id, lrId }] = rows as [LrLine]
  const of = await readHeldLr(trx, lrId)
  if (!['BOOKED', 'IN_TRANSIT', 'AT_HUB'].includes(of.deliveryStatus))
    throw refusal('The goods are no longer on their way: no e-way bill is made for them')
  const facts = await factsOfLine(trx, id)
  if (!facts) throw refusal('A Sigma shipment has no goods of ours: its e-way bill is made in Sigma')
  if (facts.invoice?.ewayBillNo) return takeOverFromSap(trx, facts, author, person)
  const account = await accountOfPlant(trx, facts.plantId)
  if (!account || account.gstin !== facts.from.gstin)
    throw refusal(
      `Plant ${facts.from.name} has no account at the e-way portal: enter the number by hand, or have an account set up`,
    )
  if (await underWay(trx, facts))
    throw refusal('This e-way bill is being made already: wait for the answer of the portal')
  const { kind } = documentOf(facts)
  const byIrn = kind === 'SALE' && facts.invoice?.irn
  if (kind === 'SALE' && !byIrn && facts.buyer.gstin !== null)
    throw refusal(`Invoice ${facts.invoice!.invoiceNo} waits for the IRN: its e-way bill is made once SAP has it`)
  const ends = { fromPin: facts.from.pincode ?? '', toPin: facts.shipTo.pincode ?? '' }
  const known = await knownDistance(trx, ends.fromPin, ends.toPin)
  const typed = values.distanceKm as number | null
  const given = typed ?? facts.distanceKm ?? known?.km ?? null
  const portalKm = known?.source === 'PORTAL' ? known.km : null
  const faults = faultsOfPartA(facts, { given, portalKm }, today())
  if (faults.length > 0) throw refused(faults)
  if (typed !== null) await keepDistance(trx, ends, { km: typed, source: 'TYPED' }, author)
  const settings = await readSettings(trx)
  const tries = await triesOf(trx, facts)
  await enqueueCall(trx, {
    action: byIrn ? 'GENBYIRN' : 'GENEWAYBILL',
    gstin: account.gstin,
    ewayBillId: null,
    lrId,
    lrLineId: id,
    plantId: facts.plantId,
    payload: byIrn ? byIrnRequest(facts, given ?? 0) : partARequest(facts, given ?? 0, settings['eway.ship_to_gstin']),
    idempotencyKey: `make-${keyOf(facts)}-${tries + 1}`,
  })
  return undefined
}

/** A whole invoice has one e-way bill, whatever lines it has; a part has one of its own. */
const keyOf = ({ invoice, challanNo, lineId, lrId }: LineFacts) =>
  invoice && challanNo === null ? `${lrId}-i${invoice.id}` : `${lrId}-l${lineId}`

const made = (trx: Knex, facts: LineFacts) =>
  trx('eway_call')
    .whereIn('action', ['GENEWAYBILL', 'GENBYIRN'])
    .where('idempotencyKey', 'like', `make-${keyOf(facts)}-%`)

const underWay = async (trx: Knex, facts: LineFacts) =>
  (await made(trx, facts)
    .whereIn('status', [...OPEN])
    .first('id')) !== undefined

const triesOf = async (trx: Knex, facts: LineFacts): Promise<number> => (await made(trx, facts).pluck('id')).length

async function takeOverFromSap(
  trx: Knex,
  { invoice, lineId, lrId }: LineFacts,
  author: Author,
  person: Parameters<typeof takenEwayBills>[2]['person'],
) {
  const ewayBillNo = invoice!.ewayBillNo!
  const [taken] = await takenEwayBills(trx, [{ invoiceId: invoice!.id, ewayBillNo }], { person }, lrId)
  if (taken) throw refusal(`E-way bill ${ewayBillNo} of SAP ${taken}`)
  await writeNumber(trx, lineId, { ewayBillNo, ewayDocNo: invoice!.invoiceNo, ewayValidTo: null }, author)
  return `SAP has made e-way bill ${ewayBillNo}: it is taken over.`
}

/** Writes the number of an e-way bill on a line, and on the others of the same invoice that go whole. */
export async function writeNumber(
  trx: Knex,
  lineId: number,
  numbered: Pick<LrLine, 'ewayBillNo' | 'ewayDocNo' | 'ewayValidTo'>,
  author: Author,
): Promise<LrLine> {
  const [line] = await rowsOf(trx, lrLine, rows => rows.where({ id: lineId }))
  const { lrId, invoiceId, challanNo } = line!
  const lines =
    invoiceId === null || challanNo !== null
      ? [line!]
      : await rowsOf(trx, lrLine, rows => rows.where({ lrId, invoiceId }).whereNull('challanNo'))
  await updateEach(
    trx,
    lrLine,
    lines.map(before => ({ before, asked: numbered })),
    author,
  )
  await holdEwayBills(trx, lrId)
  return line!
}

/** The e-way bill that a call has just made, or that the portal had already. */
export async function billMade(
  trx: Knex,
  call: EwayCall,
  said: Partial<EwayBillRow> & { ewayBillNo: string },
  author: Author,
): Promise<EwayBillRow> {
  const facts = await factsOfLine(trx, call.lrLineId!)
  const { docNo } = documentOf(facts!)
  await writeNumber(
    trx,
    call.lrLineId!,
    { ewayBillNo: said.ewayBillNo, ewayDocNo: docNo, ewayValidTo: said.validTo ?? null },
    author,
  )
  const [bill] = await rowsOf(trx, ewayBill, rows => rows.where('ewayBillNo', said.ewayBillNo))
  return bill!
}
