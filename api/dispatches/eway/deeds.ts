import type { Knex } from 'knex'
import { kmSaid } from '../../../resources/dispatches/eway/distance.ts'
import { type EwayBillRow, ewayBill } from '../../../resources/dispatches/eway/eway-bill.ts'
import type { EwayCall, PortalAction } from '../../../resources/dispatches/eway/eway-call.ts'
import { sentVehicle } from '../../../resources/dispatches/eway/sent-texts.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { notifyDesk } from '../events/desk-notes.ts'
import { correctFacts, recountFacts } from '../events/follow-journey.ts'
import { readHeldLr } from '../events/lr-subject.ts'
import { billsOfLrs, saveBill } from './bills-of-lr.ts'
import { keepDistance } from './distances.ts'
import { billMade } from './generate.ts'
import type { NotDone, Portal, PortalAnswer, PortalData } from './portal.ts'
import { billSaid, vehiclesSaid } from './said-of-bill.ts'
import { instantSaid } from './wire.ts'

/** What the portal knows of a call without a clear answer: what it answers to it, or null where it was not done. */
export type Asked = { done: PortalData | null } | { unclear: NotDone }

type Payload = Readonly<Record<string, unknown>>

/** How one action is asked about before it is repeated, and what follows once it is done. Returns the number it made. */
interface Deed {
  ask(portal: Portal, call: EwayCall): Promise<Asked>
  apply(trx: Knex, call: EwayCall, data: PortalData, author: Author): Promise<string | null>
}

const payloadOf = (call: EwayCall) => call.payload as Payload
const text = (value: unknown) => String(value ?? '').trim()

/** Asks for one, and has `found` say what the answer would have been; a refusal says that there is nothing. */
async function asked(answering: Promise<PortalAnswer>, found: (data: PortalData) => PortalData | null): Promise<Asked> {
  const answer = await answering
  if (answer.is === 'DONE') return { done: found(answer.data) }
  // A sign-in that ended or a portal that is busy says nothing of the bill.
  const isNone = answer.is === 'REFUSED' && !answer.codes.some(code => unclearCodes.has(code))
  return isNone ? { done: null } : { unclear: answer }
}
const unclearCodes = new Set(['105', '106', '109', '114', '116', '118', '238', '240', '658', '800', '813'])

const getBill = (portal: Portal, ewbNo: unknown) => portal.get('GetEwayBill', { ewbNo: text(ewbNo) })

const lastVehicle = (
  data: PortalData,
  plate: unknown,
  more: (last: ReturnType<typeof vehiclesSaid>[number]) => boolean = () => true,
) => {
  const [last] = vehiclesSaid(data)
  return last && sentVehicle(last.vehicleNo ?? null) === text(plate) && more(last) ? data : null
}

const byVehicle =
  (plate: (sent: Payload) => unknown): Deed['ask'] =>
  (portal, call) =>
    asked(getBill(portal, payloadOf(call).ewbNo), data => lastVehicle(data, plate(payloadOf(call))))

/** The bill of a call, after its LR is held. */
async function heldBillOf(trx: Knex, call: EwayCall): Promise<EwayBillRow> {
  if (call.lrId !== null) await readHeldLr(trx, call.lrId)
  const [bill] = await rowsOf(trx, ewayBill, rows => rows.where('id', call.ewayBillId))
  return bill!
}

/** The LR says which vehicle its e-way bills name, once all of them name one. */
export async function followVehicle(trx: Knex, lrId: number | null, at: string, author: Author): Promise<void> {
  if (lrId === null) return
  const live = (await billsOfLrs(trx, [lrId])).filter(({ status }) => status === 'ACTIVE')
  const plates = new Set(live.map(({ vehicleNo }) => vehicleNo))
  const [vehicleNo] = plates
  if (plates.size !== 1 || !vehicleNo) return
  const of = await readHeldLr(trx, lrId)
  const written = of.vehicleNo !== null && sentVehicle(of.vehicleNo) === vehicleNo ? of.vehicleNo : vehicleNo
  if (of.partBVehicleNo === written) return
  await correctFacts(trx, lrId, { partBAt: at, partBVehicleNo: written }, author)
  await recountFacts(trx, lrId, author)
}

async function named(trx: Knex, bills: readonly EwayBillRow[], said: Partial<EwayBillRow>, at: string, author: Author) {
  for (const bill of bills) {
    await saveBill(trx, bill, { status: 'ACTIVE', partBBy: 'US', ...said }, author)
    await followVehicle(trx, bill.lrId, at, author)
  }
}

const made: Deed['apply'] = async (trx, call, data, author) => {
  await readHeldLr(trx, call.lrId!)
  const sent = payloadOf(call)
  const byIrn = call.action === 'GENBYIRN'
  const ewayBillNo = text(data.ewayBillNo ?? data.EwbNo)
  const generatedAt = instantSaid(data.ewayBillDate ?? data.EwbDt) ?? now()
  const validTo = instantSaid(data.validUpto ?? data.EwbValidTill)
  const portalKm = kmSaid(text(data.alert ?? data.Remarks))
  const distanceKm = Number(byIrn ? sent.Distance : sent.transDistance) || portalKm
  const [fromPin, toPin] = byIrn
    ? [(sent.DispDtls as Payload).Pin, (sent.ExpShipDtls as Payload).Pin]
    : [sent.fromPincode, sent.toPincode]
  if (portalKm !== null)
    await keepDistance(trx, { fromPin: text(fromPin), toPin: text(toPin) }, { km: portalKm, source: 'PORTAL' }, author)
  const vehicleNo = text(byIrn ? sent.VehNo : sent.vehicleNo) || null
  const bill = await billMade(trx, call, { ewayBillNo, validTo }, author)
  await trx('eway_call').where('id', call.id).update({ ewayBillId: bill.id })
  await saveBill(
    trx,
    bill,
    {
      via: byIrn ? 'IRN' : 'DIRECT',
      status: validTo === null ? 'PART_A' : 'ACTIVE',
      holder: 'US',
      partBBy: validTo === null ? null : 'US',
      gstin: call.gstin,
      namedTransporter: text(byIrn ? sent.TransId : sent.transporterId) || null,
      vehicleNo,
      fetchedAt: now(),
      ...{ generatedAt, validTo, distanceKm },
    },
    author,
  )
  if (validTo !== null) await followVehicle(trx, call.lrId, generatedAt, author)
  return ewayBillNo
}

/** The bill of a document that was made already, where date, buyer and total agree. */
const agrees = (sent: Payload, data: PortalData) =>
  text(data.docDate) === text(sent.docDate) &&
  text(data.toGstin) === text(sent.toGstin) &&
  Math.abs(Number(data.totInvValue) - Number(sent.totInvValue)) < 0.01

export const deeds: Readonly<Record<PortalAction, Deed>> = {
  GENEWAYBILL: {
    ask: (portal, call) => {
      const sent = payloadOf(call)
      const query = { docType: text(sent.docType), docNo: text(sent.docNo) }
      return asked(portal.get('GetEwayBillGeneratedByConsigner', query), data =>
        agrees(sent, data) ? { ...data, ewayBillNo: data.ewayBillNo ?? data.ewbNo } : null,
      )
    },
    apply: made,
  },
  GENBYIRN: { ask: (portal, call) => asked(portal.getByIrn(text(payloadOf(call).Irn)), data => data), apply: made },
  VEHEWB: {
    ask: byVehicle(sent => sent.vehicleNo),
    async apply(trx, call, data, author) {
      const bill = await heldBillOf(trx, call)
      const at = instantSaid(data.vehUpdDate) ?? now()
      const validTo = instantSaid(data.validUpto) ?? bill.validTo
      await named(
        trx,
        [bill],
        { vehicleNo: text(payloadOf(call).vehicleNo), validTo, consolidatedNo: null },
        at,
        author,
      )
      return null
    },
  },
  GENCEWB: {
    ask(portal, call) {
      const sent = payloadOf(call)
      const [first] = sent.tripSheetEwbBills as { ewbNo: number }[]
      return asked(getBill(portal, first!.ewbNo), data => {
        const found = lastVehicle(data, sent.vehicleNo, ({ tripshtNo }) => Number(tripshtNo) > 0)
        return found && { cEwbNo: vehiclesSaid(found)[0]!.tripshtNo }
      })
    },
    async apply(trx, call, data, author) {
      const sent = payloadOf(call)
      const numbers = (sent.tripSheetEwbBills as { ewbNo: number }[]).map(({ ewbNo }) => String(ewbNo))
      const bills = await rowsOf(trx, ewayBill, rows => rows.whereIn('ewayBillNo', numbers).orderBy('lrId'))
      const consolidatedNo = text(data.cEwbNo)
      const at = instantSaid(data.cEWBDate) ?? now()
      await named(trx, bills, { consolidatedNo, vehicleNo: text(sent.vehicleNo) }, at, author)
      await nameConsolidated(trx, bills, consolidatedNo, author)
      return consolidatedNo
    },
  },
  REGENTRIPSHEET: {
    async ask(portal, call) {
      const sent = payloadOf(call)
      const sheet = await portal.get('GetTripSheet', { tripSheetNo: text(sent.tripSheetNo) })
      if (sheet.is !== 'DONE') return { unclear: sheet }
      const [first] = (sheet.data.tripSheetEwbBills ?? []) as { ewbNo: number }[]
      if (!first) return { done: null }
      return asked(getBill(portal, first.ewbNo), data => {
        const isNew = ({ tripshtNo }: { tripshtNo?: unknown }) =>
          Number(tripshtNo) > 0 && text(tripshtNo) !== text(sent.tripSheetNo)
        const found = lastVehicle(data, sent.vehicleNo, isNew)
        return found && { tripSheetNo: vehiclesSaid(found)[0]!.tripshtNo }
      })
    },
    async apply(trx, call, data, author) {
      const sent = payloadOf(call)
      const bills = await rowsOf(trx, ewayBill, rows =>
        rows.where('consolidatedNo', text(sent.tripSheetNo)).orderBy('lrId'),
      )
      const consolidatedNo = text(data.tripSheetNo)
      const at = instantSaid(data.vehUpdDate) ?? now()
      const live = bills.filter(({ status }) => status === 'ACTIVE' || status === 'PART_A')
      await named(trx, live, { consolidatedNo, vehicleNo: text(sent.vehicleNo) }, at, author)
      await nameConsolidated(trx, live, consolidatedNo, author)
      return consolidatedNo
    },
  },
  EXTENDVALIDITY: {
    async ask(portal, call) {
      const before = Number((payloadOf(call).knownTimes as number | undefined) ?? 0)
      return asked(getBill(portal, payloadOf(call).ewbNo), data => (Number(data.extendedTimes) > before ? data : null))
    },
    async apply(trx, call, data, author) {
      const bill = await heldBillOf(trx, call)
      const extendedTimes = Math.max(bill.extendedTimes + 1, Number(data.extendedTimes ?? 0))
      const validTo = instantSaid(data.validUpto) ?? bill.validTo
      await saveBill(trx, bill, { validTo, extendedTimes, task: 'NONE', taskDue: null, taskText: null }, author)
      return null
    },
  },
  CANEWB: {
    ask: (portal, call) => asked(getBill(portal, payloadOf(call).ewbNo), data => (data.status === 'CNL' ? data : null)),
    async apply(trx, call, _data, author) {
      await saveBill(
        trx,
        await heldBillOf(trx, call),
        { status: 'CANCELLED', task: 'NONE', taskDue: null, taskText: null },
        author,
      )
      if (call.lrId !== null) await recountFacts(trx, call.lrId, author)
      return null
    },
  },
  CLSEWB: {
    ask: (portal, call) => asked(getBill(portal, payloadOf(call).ewbNo), data => (data.status === 'CLS' ? data : null)),
    async apply(trx, call, _data, author) {
      await saveBill(trx, await heldBillOf(trx, call), { status: 'CLOSED' }, author)
      return null
    },
  },
  UPDATETRANSPORTER: {
    ask: (portal, call) =>
      asked(getBill(portal, payloadOf(call).ewbNo), data =>
        text(data.transporterId) === text(payloadOf(call).transporterId) ? data : null,
      ),
    async apply(trx, call, _data, author) {
      await saveBill(
        trx,
        await heldBillOf(trx, call),
        { namedTransporter: text(payloadOf(call).transporterId) },
        author,
      )
      return null
    },
  },
  MULTIVEHMOVINT: {
    ask: (portal, call) =>
      asked(getBill(portal, payloadOf(call).ewbNo), data => {
        const group = vehiclesSaid(data).find(({ groupNo }) => Number(groupNo) > 0)
        return group ? { groupNo: group.groupNo } : null
      }),
    async apply(trx, call, data, author) {
      await saveBill(trx, await heldBillOf(trx, call), { groupNo: text(data.groupNo) }, author)
      return text(data.groupNo)
    },
  },
  MULTIVEHADD: {
    ask: (portal, call) =>
      asked(getBill(portal, payloadOf(call).ewbNo), data =>
        vehiclesSaid(data).some(
          ({ vehicleNo, groupNo }) =>
            vehicleNo === payloadOf(call).vehicleNo && text(groupNo) === text(payloadOf(call).groupNo),
        )
          ? data
          : null,
      ),
    apply: (trx, call, _data, author) => nameOfGroup(trx, call, 'vehicleNo', author),
  },
  MULTIVEHUPD: {
    ask: byVehicle(sent => sent.newVehicleNo),
    apply: (trx, call, _data, author) => nameOfGroup(trx, call, 'newVehicleNo', author),
  },
  GETEWAYBILL: {
    // To ask again changes nothing.
    ask: async () => ({ done: null }),
    async apply(trx, call, data, author) {
      const bill = await heldBillOf(trx, call)
      const said = billSaid(data, call.gstin)
      const docNo = bill.docNo ?? said.docNo ?? null
      const after = await saveBill(trx, bill, { ...said, docNo, ...taskLeft(bill, said) }, author)
      if (after.status === 'ACTIVE')
        await followVehicle(trx, after.lrId, instantSaid(vehiclesSaid(data)[0]?.enteredDate) ?? now(), author)
      if (after.status === 'REJECTED' && bill.status !== 'REJECTED' && after.lrId !== null)
        await notifyDesk(
          trx,
          { id: after.lrId },
          {
            title: `E-way bill ${after.ewayBillNo} was rejected`,
            body: 'The other party has rejected it on the portal: ask why, and make another where the goods travel further.',
          },
        )
      return null
    },
  },
}

async function nameOfGroup(trx: Knex, call: EwayCall, name: string, author: Author) {
  await saveBill(trx, await heldBillOf(trx, call), { vehicleNo: text(payloadOf(call)[name]), partBBy: 'US' }, author)
  return null
}

/** A task of the transporter is done once the portal shows it: another vehicle, one more extension, a number, a group. */
function taskLeft(before: EwayBillRow, said: Partial<EwayBillRow>): Partial<EwayBillRow> {
  const isDone = {
    NONE: false,
    PART_B: said.vehicleNo != null && said.vehicleNo !== before.vehicleNo,
    EXTEND: (said.extendedTimes ?? 0) > before.extendedTimes,
    CONSOLIDATE: said.consolidatedNo != null && said.consolidatedNo !== before.consolidatedNo,
    SEVERAL_VEHICLES: said.groupNo != null,
  }[before.task]
  const isOver = said.status === 'CANCELLED' || said.status === 'REJECTED'
  return isDone || isOver ? { task: 'NONE', taskDue: null, taskText: null } : {}
}

/** The LRs show the number of the consolidated e-way bill that covers theirs. */
async function nameConsolidated(trx: Knex, bills: readonly EwayBillRow[], consolidatedEwayNo: string, author: Author) {
  const lrIds = [...new Set(bills.flatMap(({ lrId }) => lrId ?? []))].toSorted((a, b) => a - b)
  for (const id of lrIds) {
    const [before] = await rowsOf(trx, lr, rows => rows.where({ id }))
    if (before && before.consolidatedEwayNo !== consolidatedEwayNo)
      await updateRow(trx, lr, before, { consolidatedEwayNo }, author)
  }
}
