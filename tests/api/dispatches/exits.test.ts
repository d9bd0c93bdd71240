import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { reasonCode } from '../../../resources/settings/reason-code.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { type Exit, exits, sentencesWithExit } from '../../support/dispatches/exits.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { sendFile } from '../../support/files.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const world = await billDesk()
const { portal, company, desk, transporter, finance, clockAt, billed, billOf, enter, step, lrOver, key } = world
const { db } = portal
const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
const verifier = await personWith(portal, ['DISPATCH'])
const other = await exampleRow(db, transporterMaster, { code: 'CITYLINE', name: 'City Line', transModes: ['SURFACE'] })
const blurred = await exampleRow(db, reasonCode, { reasonType: 'POD_REJECT', code: 'BLURRED', name: 'Not readable' })
afterAll(world.close)
beforeEach(() => clockAt('2026-11-25T06:30:00.000Z'))

type Answer = { status: number; body: { message: string; errors?: { message: string }[] } }
/** A refusal that says so. */
function refuses({ status, body }: Answer, exit: Exit) {
  expect(status).toBeGreaterThanOrEqual(400)
  expect([body.message, ...(body.errors ?? []).map(({ message }) => message)].join('; ')).toContain(exit)
}
const done = ({ status, body }: Answer) =>
  expect([status, status < 300 ? '' : JSON.stringify(body)]).toEqual([status, ''])

async function booked(more: Record<string, unknown> = {}) {
  const order = await billed()
  await clockAt()
  const { body } = await desk.post('/api/lrs', lrOver(order.ids, more), key())
  await clockAt('2026-11-25T06:30:00.000Z')
  return { ...order, orderId: order.id, id: body.id as number, lrNo: body.lrNo as string }
}
const report = (lrId: number, eventCode: string, eventOn = '2026-11-22', who: ApiClient = desk, more = {}) =>
  who.post('/api/tracking-events', { lrId, eventCode, eventOn, ...more })
const newest = async (lrId: number) =>
  (await db('tracking_event').where({ lrId, voidNo: 0 }).orderBy('id', 'desc').first()).id
const onEvent = (who: ApiClient, action: string, id: number, asked = {}) =>
  step(who, action, id, asked, '/api/tracking-events', 'tracking_event')
const voidEvent = (id: number) => onEvent(desk, 'void', id, { reason: 'By mistake' })
const lrOf = (id: number) => db('lr').where({ id }).first()
const correct = async (id: number, changes: object) =>
  desk.patch(`/api/lrs/${id}`, { rowVersion: (await lrOf(id)).rowVersion, reason: 'Misread', ...changes })
const scanOf = async (who: ApiClient, kind: string) => (await sendFile(portal, who, kind)).body.id
const uploadPod = async (lrId: number, more: object = {}, who: ApiClient = transporter) =>
  who.post('/api/pods', {
    ...{ lrId, attachmentId: await scanOf(who, 'POD'), deliveredOn: '2026-11-22', receivedBy: 'Keeper' },
    ...{ packagesReceived: 10, ...more },
  })
const onPod = (action: string, id: number, asked = {}) => step(verifier, action, id, asked, '/api/pods', 'pod')
const choose = async (who: ApiClient, invoiceId: number, transMode = 'PWC') => {
  const { rowVersion } = await db('invoice').where({ id: invoiceId }).first('rowVersion')
  return who.post('/api/pwc-choices', { invoiceId, rowVersion, transMode })
}

async function delivered(more: Record<string, unknown> = {}) {
  const made = await booked(more)
  done(await report(made.id, 'DELIVERED'))
  return made
}

/** An LR whose POD is accepted. */
async function proved() {
  const made = await delivered()
  const { body } = await uploadPod(made.id)
  done(await onPod('accept', body.id))
  return { ...made, podId: body.id as number }
}

const onLine = async (action: string, lrId: number, asked = {}) =>
  step(desk, action, (await db('lr_line').where({ lrId }).first('id')).id, asked, '/api/lr-lines', 'lr_line')

const nameCollector = async (invoiceId: number) =>
  buyer.post(
    '/api/pwc-collections',
    {
      ...{ invoiceId, collectorName: 'Suresh Patil', collectorMobile: '9820098200', collectorIdType: 'DL' },
      ...{ collectorIdNo: 'MH1220110012345', authorityAttachmentId: await scanOf(buyer, 'PWC'), packages: 10 },
    },
    key(),
  )

/** Goods for which a collector is named. */
async function namedCollector() {
  const { ids, invoices } = await billed()
  done(await choose(buyer, ids[0]!))
  const named = await nameCollector(ids[0]!)
  done(named)
  const take = async (name: string, more = {}) => {
    const { rowVersion } = await db('pwc_collection').where({ id: named.body.id }).first('rowVersion')
    return desk.post('/api/pwc-steps', { collectionId: named.body.id, step: name, rowVersion, ...more })
  }
  return { invoiceId: ids[0]!, invoiceNo: invoices[0]!.invoiceNo, take }
}

const walks: Record<Exit, () => Promise<void>> = {
  async 'void the event if it was reported by mistake'() {
    const [{ id, ids }, more] = [await booked(), await billed()]
    const lines = [...ids, ...more.ids].map(invoiceId => ({ invoiceId }))
    done(await report(id, 'IN_TRANSIT'))
    refuses(await correct(id, { lines }), 'void the event if it was reported by mistake')
    done(await voidEvent(await newest(id)))
    done(await correct(id, { lines, remarks: 'Two invoices' }))
    expect(await db('lr_line').where({ lrId: id })).toHaveLength(2)
  },
  async 'report the return of the goods and add a new LR'() {
    const { id, ids } = await booked()
    done(await report(id, 'IN_TRANSIT'))
    const lines = ids.map(invoiceId => ({ invoiceId }))
    refuses(await correct(id, { lines }), 'report the return of the goods and add a new LR')
    done(await report(id, 'RETURNED', '2026-11-23'))
    done(await onLine('sendAgain', id))
    done(await desk.post('/api/lrs', lrOver(ids, { lrDate: '2026-11-24' }), key()))
  },
  async 'The transporter’s bill is approved, so the event stays: upload a POD that says otherwise, and Finance decides'() {
    const { id } = await proved()
    const bill = (await enter(await billOf([{ id }]))).body
    done(await step(finance, 'approve', bill.id))
    refuses(
      await voidEvent(await newest(id)),
      'The transporter’s bill is approved, so the event stays: upload a POD that says otherwise, and Finance decides',
    )
    done(await uploadPod(id, { packagesReceived: 8, shortagePackages: 2 }))
    const [line] = await world.linesOf(bill.id)
    expect(line).toMatchObject({ finding: 'ASKED' })
  },
  async 'The POD is accepted, so the event stays: upload a POD that says otherwise'() {
    const { id } = await proved()
    refuses(
      await voidEvent(await newest(id)),
      'The POD is accepted, so the event stays: upload a POD that says otherwise',
    )
    done(await uploadPod(id, { packagesReceived: 8, shortagePackages: 2 }))
    expect(await lrOf(id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED' })
  },
  async 'The order is closed, so the event stays: upload a POD that says otherwise'() {
    const { id, orderId } = await delivered()
    await db('order').where({ id: orderId }).update({ status: 'CLOSED' })
    refuses(
      await voidEvent(await newest(id)),
      'The order is closed, so the event stays: upload a POD that says otherwise',
    )
    done(await uploadPod(id, { packagesReceived: 8, shortagePackages: 2 }))
    expect(await lrOf(id)).toMatchObject({ claimStatus: 'NOTICE_DUE' })
  },
  async 'only the dispatch desk can reopen it'() {
    const { id } = await delivered()
    const reopening = ['OUT_FOR_DELIVERY', '2026-11-23'] as const
    refuses(await report(id, ...reopening, transporter), 'only the dispatch desk can reopen it')
    done(await report(id, ...reopening, desk, { remarks: 'Delivered next door' }))
    expect(await lrOf(id)).toMatchObject({ deliveryStatus: 'OUT_FOR_DELIVERY' })
  },
  async 'so accept it on the LR first'() {
    const { id } = await delivered()
    const proof = (await uploadPod(id)).body
    const bill = (await enter(await billOf([{ id }]))).body
    const refused = await step(finance, 'approve', bill.id)
    refuses(refused, 'so accept it on the LR first')
    done(await onPod('accept', proof.id))
    done(await step(finance, 'approve', bill.id))
  },
  async 'ask Finance to allow it'() {
    const { id } = await booked()
    await db('lr').where({ id }).update({ lrDate: '2026-05-23' })
    const bill = await billOf([{ id }])
    refuses(await enter(bill), 'ask Finance to allow it')
    const asked = { lrId: id, reason: 'The bill was lost in the post' }
    done(await finance.post('/api/dispatches/lr-transporter-bill/actions', { action: 'allowLate', asked }))
    done(await enter(bill))
  },
  async 'accept or reject the GST'() {
    await db('transporter').where({ id: company.transporterId }).update({ gtaTaxMode: 'FORWARD_5' })
    const { id } = await booked()
    const bill = (await enter(await billOf([{ id }], { gstAmount: 9_000 }))).body
    await db('transporter').where({ id: company.transporterId }).update({ gtaTaxMode: 'RCM' })
    expect(bill.status).toBe('DISPUTED')
    refuses(
      await step(finance, 'acceptAll', bill.id, { paid: 'BILLED', remarks: 'All of it' }),
      'accept or reject the GST',
    )
    done(await step(finance, 'acceptTax', bill.id, { reason: 'As agreed' }))
    expect(await world.billRow(bill.id)).toMatchObject({ status: 'MATCHED' })
  },
  async 'take it off bill'() {
    const [one, two] = [await booked(), await booked()]
    const bill = (await enter(await billOf([one, two]))).body
    refuses(await correct(one.id, { transporterId: other.id }), 'take it off bill')
    const { rowVersion, billNo, billDate, attachmentId } = bill
    done(
      await transporter.patch(`/api/dispatches/lr-transporter-bill/${bill.id}`, {
        ...{ rowVersion, reason: 'LR of another', billNo, billDate, attachmentId, baseAmount: 100_000 },
        lines: [{ lrId: two.id, billedFreight: 100_000 }],
      }),
    )
    done(await correct(one.id, { transporterId: other.id }))
  },
  async 'or have that bill withdrawn'() {
    const { id } = await booked()
    const bill = (await enter(await billOf([{ id }]))).body
    const asked = { freightTerms: 'TO_PAY', termsReason: 'Agreed by mail' }
    refuses(await correct(id, asked), 'or have that bill withdrawn')
    done(await step(transporter, 'withdraw', bill.id, { reason: 'The consignee pays' }))
    done(await correct(id, asked))
  },
  async 'cancel the collection under Party Will Collect first'() {
    const { invoiceId, invoiceNo, take } = await namedCollector()
    done(await take('ready'))
    const found = await desk.get(`/api/not-waiting?plantId=${company.plantId}&number=${invoiceNo}`)
    expect(JSON.stringify(found.body)).toContain('cancel the collection under Party Will Collect first')
    done(await take('cancel', { reason: 'Sent after all' }))
    done(await choose(desk, invoiceId, 'SURFACE'))
    done(await desk.post('/api/lrs', lrOver([invoiceId]), key()))
  },
  async 'ask the dispatch desk to take it off'() {
    const order = await billed([20_000, 0], [0, 5_000])
    const { body } = await desk.post('/api/lrs', lrOver(order.ids), key())
    refuses(await choose(buyer, order.ids[1]!), 'ask the dispatch desk to take it off')
    done(await correct(body.id, { lines: [{ invoiceId: order.ids[0] }] }))
    done(await choose(buyer, order.ids[1]!))
  },
  async 'is ready for collection: cancel the collection first'() {
    const { invoiceId, take } = await namedCollector()
    done(await take('ready'))
    refuses(await choose(buyer, invoiceId, 'SURFACE'), 'is ready for collection: cancel the collection first')
    done(await take('cancel', { reason: 'Sent after all' }))
    done(await choose(buyer, invoiceId, 'SURFACE'))
  },
  async 'A collector is named by gate pass'() {
    const { invoiceId, take } = await namedCollector()
    refuses(await choose(buyer, invoiceId, 'SURFACE'), 'A collector is named by gate pass')
    done(await take('cancel', { reason: 'Sent after all' }))
    done(await choose(buyer, invoiceId, 'SURFACE'))
  },
  async 'is named already by gate pass'() {
    const { invoiceId, take } = await namedCollector()
    refuses(await nameCollector(invoiceId), 'is named already by gate pass')
    done(await take('cancel', { reason: 'Another driver comes' }))
    done(await nameCollector(invoiceId))
  },
  async 'choose “Collect” for it first'() {
    const { ids } = await billed()
    refuses(await nameCollector(ids[0]!), 'choose “Collect” for it first')
    done(await choose(buyer, ids[0]!))
    done(await nameCollector(ids[0]!))
  },
  async 'came back: the dispatch desk must decide first whether it is sent again'() {
    const { id, ids } = await booked()
    done(await report(id, 'IN_TRANSIT'))
    done(await report(id, 'RETURNED', '2026-11-23'))
    refuses(await choose(buyer, ids[0]!), 'came back: the dispatch desk must decide first whether it is sent again')
    done(await onLine('sendAgain', id))
    done(await choose(buyer, ids[0]!))
  },
  async 'is lost: the dispatch desk must decide first'() {
    const { id, ids } = await booked()
    done(await report(id, 'LOST'))
    refuses(await choose(buyer, ids[0]!), 'is lost: the dispatch desk must decide first')
    done(await onLine('sendAgain', id))
    done(await choose(buyer, ids[0]!))
  },
  async 'remove the invoice from the LR, or replace it'() {
    const [{ id, ids }, next] = [await booked(), await billed()]
    await db('invoice').where({ id: ids[0] }).update({ isCancelled: 1 })
    const refused = await onLine('recall', id, { reason: 'Wrong batch' })
    refuses(refused, 'remove the invoice from the LR, or replace it')
    done(await correct(id, { lines: [{ invoiceId: next.ids[0] }] }))
    expect(await db('lr_line').where({ lrId: id }).pluck('invoiceId')).toEqual(next.ids)
  },
  async 'and complain'() {
    const { id } = await booked()
    done(await report(id, 'LOST'))
    const proof = (await uploadPod(id)).body
    done(await onLine('sendAgain', id))
    refuses(await onPod('podHolds', proof.id, { reason: 'It was found' }), 'and complain')
    done(await onPod('reportHolds', proof.id, { reason: 'Sent again' }))
  },
  async 'decide on the POD that followed it'() {
    const { id } = await booked()
    done(await report(id, 'LOST', '2026-11-23'))
    const [first, next] = [(await uploadPod(id)).body, (await uploadPod(id)).body]
    await db('pod').where({ id: first.id }).update({ comparison: 'CONTRADICTS' })
    refuses(await onPod('podHolds', first.id, { reason: 'Signed' }), 'decide on the POD that followed it')
    done(await onPod('podHolds', next.id, { reason: 'Signed' }))
    expect(await lrOf(id)).toMatchObject({ deliveryStatus: 'DELIVERED' })
  },
  async 'decline what the transporter reported'() {
    const { id } = await booked()
    done(await report(id, 'IN_TRANSIT', '2026-11-21', transporter))
    done(await report(id, 'RETURNED', '2026-11-22', transporter))
    const returned = await newest(id)
    done(await report(id, 'DELIVERED', '2026-11-23', transporter))
    refuses(await onEvent(desk, 'confirm', returned), 'decline what the transporter reported')
    done(await onEvent(desk, 'decline', returned, { reason: 'It was delivered' }))
    expect(await lrOf(id)).toMatchObject({ deliveryStatus: 'DELIVERED' })
  },
  async 'take it off there first'() {
    const { id } = await booked()
    const vehicle = { isOwnVehicle: true, vehicleType: 'TRUCK_19FT', plannedAt: '2026-11-26T06:30:00.000Z' }
    const plan = { plantId: company.plantId, ...vehicle, stops: [{ place: 'Pune', lrIds: [id] }] }
    done(await desk.post('/api/trips', plan))
    refuses(await desk.post('/api/trips', plan), 'take it off there first')
    const on = await db('trip_lr').where('heldLrId', id).first('id')
    done(await step(desk, 'takeOff', on.id, { reason: 'Too heavy' }, '/api/trip-lrs', 'trip_lr'))
    done(await desk.post('/api/trips', plan))
  },
  async 'void later ones first'() {
    const { id } = await booked()
    done(await report(id, 'IN_TRANSIT', '2026-11-21'))
    const first = await newest(id)
    done(await report(id, 'AT_HUB', '2026-11-22'))
    refuses(await voidEvent(first), 'void later ones first')
    done(await voidEvent(await newest(id)))
    done(await voidEvent(first))
    expect(await lrOf(id)).toMatchObject({ deliveryStatus: 'BOOKED' })
  },
  async 'enter its invoices on a new LR'() {
    const { id, ids } = await booked()
    done(await report(id, 'CANCELLED', '2026-11-25'))
    refuses(await voidEvent(await newest(id)), 'enter its invoices on a new LR')
    done(await desk.post('/api/lrs', lrOver(ids), key()))
  },
  async 'book them on a new LR with this number, and upload the POD there'() {
    const { id, lrNo, ids } = await booked()
    done(await report(id, 'CANCELLED', '2026-11-25'))
    const proof = await uploadPod(id)
    done(proof)
    refuses(
      await step(desk, 'podHolds', proof.body.id, { reason: 'It went out' }, '/api/pods', 'pod'),
      'book them on a new LR with this number, and upload the POD there',
    )
    const again = await desk.post('/api/lrs', lrOver(ids, { lrNo }), key())
    done(again)
    done(await uploadPod(again.body.id))
    expect(await lrOf(again.body.id)).toMatchObject({ deliveryStatus: 'DELIVERED' })
  },
  async 'count the goods on the next one'() {
    const { id } = await delivered()
    const first = (await uploadPod(id)).body
    done(await onPod('reject', first.id, { rejectReasonId: blurred.id }))
    const goods = async (podId: number) => {
      const item = await db('lr_line_item').where({ lrId: id }).first('id')
      return verifier.post('/api/pod-goods', {
        podId,
        goods: [{ lrLineItemId: item.id, shortQty: 4_000, damagedQty: 0 }],
      })
    }
    refuses(await goods(first.id), 'count the goods on the next one')
    const next = (await uploadPod(id, { packagesReceived: 8, shortagePackages: 2 })).body
    done(await goods(next.id))
  },
  async 'reject it and upload one that fits, or correct the packages of the LR'() {
    const exit = 'reject it and upload one that fits, or correct the packages of the LR'
    const [one, two] = [await proved(), await proved()]
    for (const { id } of [one, two]) done(await correct(id, { packages: 12 }))
    refuses(await onPod('accept', one.podId), exit)
    done(await onPod('reject', one.podId, { rejectReasonId: blurred.id }))
    const fits = await uploadPod(one.id, { packagesReceived: 12 })
    done(await onPod('accept', fits.body.id))
    refuses(await onPod('accept', two.podId), exit)
    done(await correct(two.id, { packages: 10 }))
    done(await onPod('accept', two.podId))
  },
}

describe('a refusal that sends somebody to another command leads where they wanted to go', () => {
  for (const exit of exits) it(exit, walks[exit])
})

it('every sentence of the dispatch room that does so is walked', () => {
  const sentences = sentencesWithExit()
  const walked = (text: string) => exits.some(exit => text.includes(exit))
  expect(sentences.filter(({ text }) => !walked(text))).toEqual([])
  expect(exits.filter(exit => !sentences.some(({ text }) => text.includes(exit)))).toEqual([])
})
