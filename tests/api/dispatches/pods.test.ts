import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { remindOfPods } from '../../../api/dispatches/pods/remind-of-pods.ts'
import { readPdf } from '../../../api/files/pdf/pdf-parts.ts'
import { transact } from '../../../api/platform/transact.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { messages } from '../../../seeds/system/messages.ts'
import { reasons } from '../../../seeds/system/reasons.ts'
import { pdfWith } from '../../support/certificates.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download, heicPhoto, photoWithPlace, sendForm } from '../../support/files.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, transporter, otherDesk, billed, key, lrOver, orderStatus, clockAt, close } =
  await dispatchDesk()
const employee = await exampleRow(portal.db, resourceNamed('employee'))
await exampleRow(portal.db, resourceNamed('sbu-employee-map'), { employeeId: employee.id, sbuId: company.sbuId })
const agent = await personWith(portal, ['CSC_AGENT'], { employeeId: employee.id })
for (const { resource, seeds } of [messages, reasons])
  for (const seed of seeds) if (seed.medium !== 'SMS') await exampleRow(portal.db, resource, seed)
const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
afterAll(close)
beforeEach(() => clockAt())

const PHOTO = await photoWithPlace()

/** Uploads a file for PODs. */
function send(who: ApiClient, bytes: Buffer = PHOTO, name = 'pod.jpg') {
  const form = new FormData()
  form.set('ownerType', 'POD')
  form.set('file', new File([new Uint8Array(bytes)], name))
  return sendForm(portal, who, '/api/attachments', form)
}

const podOf = async (who: ApiClient, lrId: number, more: Record<string, unknown> = {}) => ({
  lrId,
  attachmentId: (await send(who)).body.id,
  deliveredOn: '2026-11-20',
  receivedBy: 'R. Pawar',
  packagesReceived: 10,
  ...more,
})

async function booked(more: Record<string, unknown> = {}) {
  const bought = await billed()
  await portal.db('invoice').whereIn('id', bought.ids).update({ invoiceDate: '2026-11-10' })
  const { status, body } = await desk.post('/api/lrs', lrOver(bought.ids, more), key())
  expect([status, body.message]).toEqual([201, undefined])
  return { ...body, orderId: bought.id } as { id: number; lrNo: string; orderId: number }
}

const lrRow = (id: number) => portal.db('lr').where({ id }).first()
const messageOf = ({ body }: { body: { errors?: { message: string }[]; message: string } }) =>
  body.errors?.[0]?.message ?? body.message
const decide = async (who: ApiClient, id: number, action: string, asked?: Record<string, unknown>) => {
  const { rowVersion } = await portal.db('pod').where({ id }).first('rowVersion')
  return who.post('/api/pods/actions', { action, rows: [{ id, rowVersion }], ...(asked && { asked }) })
}
const reasonId = async () => (await portal.db('reason_code').where({ reasonType: 'POD_REJECT' }).first('id')).id

describe('uploading a POD', () => {
  it('delivers the LR, its invoice and its order on the day that the POD says, without an hour', async () => {
    const { id, orderId } = await booked({ lrDate: '2026-11-19' })
    const { status, body } = await transporter.post(
      '/api/pods',
      await podOf(transporter, id, { deliveredOn: '2026-11-19' }),
    )
    expect([status, body.message]).toEqual([201, undefined])
    expect(body).toMatchObject({ status: 'UPLOADED', uploadedVia: 'API', shortagePackages: 0 })
    expect(await lrRow(id)).toMatchObject({
      deliveryStatus: 'DELIVERED',
      deliveredOn: '2026-11-19',
      podStatus: 'UPLOADED',
      receivedBy: 'R. Pawar',
    })
    const event = await portal.db('tracking_event').where({ lrId: id, eventCode: 'DELIVERED' }).first()
    expect([event.eventOn, event.eventAt, event.source]).toEqual(['2026-11-19', null, 'API'])
    expect(await orderStatus(orderId)).toBe('DELIVERED')
  })

  it('delivers in part where packages are short, and proposes a complaint to the customer service', async () => {
    const { id, lrNo } = await booked()
    const short = await podOf(transporter, id, { packagesReceived: 8, shortagePackages: 2, damagePackages: 1 })
    const { status, body } = await transporter.post('/api/pods', short)
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('complaintProposal')
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED', podStatus: 'UPLOADED' })
    expect((await agent.get(`/api/pods/${body.id}`)).body).toMatchObject({ complaintProposal: 'PROPOSED' })
    expect(await portal.db('notification').where('title', 'like', `LR ${lrNo}: the POD shows%`)).toMatchObject([
      { title: `LR ${lrNo}: the POD shows packages 2 short and 1 damaged`, link: `/dispatches/lr/${id}` },
    ])
  })

  it('delivers where packages are only damaged', async () => {
    const { id } = await booked()
    const { body } = await desk.post('/api/pods', await podOf(desk, id, { damagePackages: 3 }))
    expect(body.complaintProposal).toBe('PROPOSED')
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'DELIVERED' })
  })

  it('keeps the event that was reported, when the POD says the same day', async () => {
    const { id } = await booked({ lrDate: '2026-11-18' })
    const at = { lrId: id, eventCode: 'DELIVERED', eventAt: '2026-11-19T10:00:00.000Z' }
    expect((await transporter.post('/api/tracking-events', at)).status).toBe(201)
    expect(
      (await transporter.post('/api/pods', await podOf(transporter, id, { deliveredOn: '2026-11-19' }))).status,
    ).toBe(201)
    expect(await portal.db('tracking_event').where({ lrId: id, eventCode: 'DELIVERED' })).toHaveLength(1)
  })

  it.each([
    ['after today', { deliveredOn: '2026-11-21' }, 'Delivered on must not be after today'],
    ['before the LR', { deliveredOn: '2026-11-19' }, 'Delivered on must not be before the LR, which is of 20-11-2026'],
    ['sums that are not those of the LR', { packagesReceived: 9 }, /must add up to the 10 of LR VRL\d+, not to 9$/],
    ['more damaged than received', { damagePackages: 11 }, 'Packages damaged must not be more than the 10 received'],
  ])('is refused for %s, and leaves nothing behind', async (_, wrong, sentence) => {
    const { id } = await booked()
    const answer = await transporter.post('/api/pods', await podOf(transporter, id, wrong))
    expect(answer.status).toBe(422)
    expect(messageOf(answer)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
    expect(await portal.db('pod').where({ lrId: id })).toEqual([])
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'BOOKED', podStatus: 'NONE' })
  })

  it('never takes today for the day of delivery', async () => {
    const { id } = await booked()
    const { deliveredOn, ...without } = await podOf(transporter, id)
    const answer = await transporter.post('/api/pods', without)
    expect([answer.status, messageOf(answer)]).toEqual([400, 'Delivered on is required'])
  })

  it('is refused for the LR of another transporter and of another plant, as for one that does not exist', async () => {
    const { id } = await booked()
    const other = await exampleRow(portal.db, resourceNamed('transporter'), { code: `X${id}`, name: 'Another' })
    const stranger = await personWith(portal, ['TRANSPORTER'], { transporterId: other.id })
    for (const who of [stranger, otherDesk]) {
      const [theirs, none] = [
        await who.post('/api/pods', await podOf(who, id)),
        await who.post('/api/pods', await podOf(who, 999_999)),
      ]
      expect([theirs.status, messageOf(theirs)]).toEqual([400, 'LR must be one of yours: look for its number'])
      expect([none.status, messageOf(none)]).toEqual([400, messageOf(theirs)])
    }
  })

  it('is refused with the file of another LR’s POD, and with one that was sent for something else', async () => {
    const [one, two] = [await booked(), await booked()]
    const first = await podOf(desk, one.id)
    await desk.post('/api/pods', first)
    const again = await desk.post('/api/pods', { ...first, lrId: two.id })
    expect([again.status, messageOf(again)]).toEqual([400, 'Photo or scan belongs to another POD: take one of this LR'])
  })

  it('answers a request that is sent again with the first POD', async () => {
    const { id } = await booked()
    const requestKey = crypto.randomUUID()
    const first = await transporter.post('/api/pods', await podOf(transporter, id, { requestKey }))
    const again = await transporter.post('/api/pods', await podOf(transporter, id, { requestKey }))
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(await portal.db('pod').where({ lrId: id })).toHaveLength(1)
  })

  it('takes all of many PODs that are uploaded for an LR at the same moment, and one counts', {
    tags: ['locks'],
  }, async () => {
    const { id } = await booked()
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => podOf(at % 2 ? desk : transporter, id)))
    const answers = await Promise.all(all.map((one, at) => (at % 2 ? desk : transporter).post('/api/pods', one)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const kept = await portal.db('pod').where({ lrId: id })
    expect(kept.filter(({ releasedNo }) => Number(releasedNo) === 0)).toMatchObject([{ status: 'UPLOADED' }])
    expect(kept.filter(({ status }) => status === 'REPLACED')).toHaveLength(11)
    expect(await portal.db('tracking_event').where({ lrId: id, eventCode: 'DELIVERED' })).toHaveLength(1)
  })
})

describe('the photo of a POD', () => {
  const photoOf = (who: ApiClient, id: number) => download(portal, who, `/api/attachments/${id}/file`)

  it('is stored upright and without the place where it was taken', async () => {
    expect((await sharp(PHOTO).metadata()).exif).toBeDefined()
    const { bytes } = await photoOf(transporter, (await send(transporter)).body.id)
    const { width, height, exif, orientation } = await sharp(bytes).metadata()
    expect([width, height, exif, orientation]).toEqual([32, 64, undefined, undefined])
    expect(bytes.includes('PhoneMaker')).toBe(false)
  })

  it.each([
    ['a HEIC photo', heicPhoto(), 'IMG_1.heic', /^HEIC photos open on few computers: take the photo within the portal/],
    ['a HEIC photo that calls itself JPG', heicPhoto(), 'IMG_1.jpg', /^HEIC photos open on few computers/],
    [
      'a PDF that is none',
      Buffer.from('MZ\u0090 program'),
      'pod.pdf',
      /^The file must be a photo \(JPG, PNG\) or a PDF/,
    ],
    ['a workbook', Buffer.from('504b0304', 'hex'), 'pod.xlsx', /^The file must be a photo/],
    ['a broken JPG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'pod.jpg', /^The picture is damaged or too large/],
  ])('is refused when it is %s', async (_, bytes, name, sentence) => {
    const answer = await send(transporter, bytes, name)
    expect([answer.status, messageOf(answer)]).toEqual([415, expect.stringMatching(sentence)])
  })

  it('is read by the desks, the transporter and the buyer of that LR, and by nobody else', async () => {
    const { id } = await booked()
    const input = await podOf(transporter, id)
    await transporter.post('/api/pods', input)
    for (const who of [desk, transporter, agent, buyer])
      expect((await photoOf(who, input.attachmentId)).status).toBe(200)
    for (const who of [otherDesk, await personWith(portal, ['CUSTOMER'], {})])
      expect((await photoOf(who, input.attachmentId)).status).toBe(404)
  })
})

describe('the pages of a POD', () => {
  const idsOf = (who: ApiClient, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await send(who)).body.id as number))
  const pagesOf = async (who: ApiClient, podId: number) =>
    (await who.get(`/api/pod-pages?podId=${podId}&$sort[pageNo]=1`)).body.data as Record<string, number>[]

  it('come in order, with the POD and later, and are turned by hand', async () => {
    const { id } = await booked()
    const furtherIds = await idsOf(transporter, 2)
    const first = await podOf(transporter, id, { furtherIds })
    const { body } = await transporter.post('/api/pods', first)
    const [late] = await idsOf(transporter, 1)
    const added = await transporter.post('/api/pod-page-additions', { podId: body.id, attachmentIds: [late] })
    expect([added.status, added.body]).toEqual([201, { added: 1 }])
    const pages = await pagesOf(desk, body.id)
    expect(pages.map(({ pageNo, attachmentId }) => [pageNo, attachmentId])).toEqual([
      [1, first.attachmentId],
      [2, furtherIds[0]],
      [3, furtherIds[1]],
      [4, late],
    ])
    for (const quarterTurns of [1, 2, 3, 0])
      expect((await agent.post('/api/pod-page-turns', { pageId: pages[1]!.id })).body).toEqual({ quarterTurns })
    expect((await buyer.post('/api/pod-page-turns', { pageId: pages[1]!.id })).status).toBe(403)
  })

  it('are printed behind a sheet with what the POD says, and to nobody who does not read it', async () => {
    const { id, lrNo } = await booked()
    const scan = await pdfWith(pdf => pdf.addPage())
    const furtherIds = [(await send(transporter, scan, 'back.pdf')).body.id]
    const { body } = await transporter.post('/api/pods', await podOf(transporter, id, { furtherIds }))
    const { status, type, bytes } = await download(portal, desk, `/api/pods/${body.id}/pdf`)
    expect([status, type]).toEqual([200, 'application/pdf'])
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(4)
    const found = await readPdf(new Uint8Array(bytes))
    expect('words' in found && found.words).toContain(lrNo)
    for (const who of [otherDesk, await personWith(portal, ['CUSTOMER'], {})])
      expect((await download(portal, who, `/api/pods/${body.id}/pdf`)).status).toBe(404)
  })

  it('are twenty at most, each of one POD, and of one that counts', async () => {
    const [one, other] = [await booked(), await booked()]
    const furtherIds = await idsOf(desk, 19)
    const { body } = await desk.post('/api/pods', await podOf(desk, one.id, { furtherIds }))
    const more = await desk.post('/api/pod-page-additions', { podId: body.id, attachmentIds: await idsOf(desk, 1) })
    expect([more.status, messageOf(more)]).toEqual([422, 'A POD has at most 20 pages: it has 20, so add 0 at most'])
    const used = await desk.post('/api/pods', await podOf(desk, other.id, { furtherIds: [furtherIds[0]] }))
    expect([used.status, messageOf(used)]).toEqual([400, 'Photo or scan belongs to another POD: take one of this LR'])
    await desk.post('/api/pods', await podOf(desk, one.id))
    const gone = await desk.post('/api/pod-page-additions', { podId: body.id, attachmentIds: await idsOf(desk, 1) })
    expect([gone.status, messageOf(gone)]).toEqual([422, 'This POD was replaced: upload the pages as a new POD'])
    expect(await pagesOf(desk, body.id)).toHaveLength(20)
  })

  it('are read by the buyer while their POD counts, and not of a rejected one', async () => {
    const { id } = await booked()
    const furtherIds = await idsOf(transporter, 1)
    const { body } = await transporter.post('/api/pods', await podOf(transporter, id, { furtherIds }))
    const file = () => download(portal, buyer, `/api/attachments/${furtherIds[0]}/file`)
    expect([(await file()).status, (await pagesOf(buyer, body.id)).length]).toEqual([200, 2])
    await decide(desk, body.id, 'reject', { rejectReasonId: await reasonId() })
    expect([(await file()).status, (await pagesOf(buyer, body.id)).length]).toEqual([404, 0])
  })

  it('keep whoever added one from accepting the POD', async () => {
    const { id } = await booked()
    const { body } = await transporter.post('/api/pods', await podOf(transporter, id))
    await desk.post('/api/pod-page-additions', { podId: body.id, attachmentIds: await idsOf(desk, 1) })
    expect((await decide(desk, body.id, 'accept')).status).toBe(403)
    expect((await decide(agent, body.id, 'accept')).status).toBe(201)
  })
})

describe('verifying a POD', () => {
  const uploaded = async (more: Record<string, unknown> = {}) => {
    const made = await booked()
    const { status, body } = await transporter.post('/api/pods', await podOf(transporter, made.id, more))
    expect([status, body.message]).toEqual([201, undefined])
    return { ...made, podId: body.id as number }
  }

  it('accepts it, by the dispatch desk and by the customer service', async () => {
    for (const who of [desk, agent]) {
      const { id, podId } = await uploaded()
      expect((await decide(who, podId, 'accept')).status).toBe(201)
      expect(await lrRow(id)).toMatchObject({ podStatus: 'ACCEPTED' })
    }
  })

  it('is not for transporters and buyers', async () => {
    const { podId } = await uploaded()
    for (const who of [transporter, buyer]) expect((await decide(who, podId, 'accept')).status).toBe(403)
  })

  it('rejects it for a reason, mails the transporter, and takes another', async () => {
    const { id, lrNo, podId } = await uploaded({ damagePackages: 1 })
    const without = await decide(desk, podId, 'reject')
    expect([without.status, messageOf(without)]).toEqual([400, 'Why rejected is required'])
    expect((await decide(desk, podId, 'reject', { rejectReasonId: await reasonId() })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ podStatus: 'REJECTED', deliveryStatus: 'DELIVERED' })
    expect(await portal.db('pod').where({ id: podId }).first()).toMatchObject({
      releasedNo: podId,
      complaintProposal: 'NONE',
    })
    const mail = await portal.db('message_log').where({ templateCode: 'POD_REJECTED', ownerId: id }).first()
    const { email } = await portal.db('transporter').where({ id: company.transporterId }).first('email')
    expect([mail.toAddress, mail.subject]).toEqual([email, `Proof of delivery for LR ${lrNo} was not accepted`])
    expect((await buyer.get(`/api/pods/${podId}`)).status).toBe(404)
    expect((await transporter.post('/api/pods', await podOf(transporter, id))).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ podStatus: 'UPLOADED' })
  })

  it('lets one of two who decide at once win', { tags: ['locks'] }, async () => {
    const { podId } = await uploaded()
    const asked = { rejectReasonId: await reasonId() }
    const answers = await Promise.all([decide(desk, podId, 'accept'), decide(agent, podId, 'reject', asked)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('reminders of PODs', () => {
  const asOn = async (deliveredOn: string, more: Record<string, unknown> = {}) => {
    const { id, lrNo } = await booked()
    await portal
      .db('lr')
      .where({ id })
      .update({ deliveryStatus: 'DELIVERED', deliveredOn, ...more })
    return lrNo
  }
  const mailsOf = (templateCode: string) => portal.db('message_log').where({ templateCode }).orderBy('id')

  it('are one mail a day for each transporter, and from the fifteenth day one for the desk', async () => {
    await portal.db('lr').update({ podStatus: 'ACCEPTED' })
    await transact(portal.db, trx => trx('message_log').delete())
    await portal.db('plant').where({ id: company.plantId }).update({ dispatchEmail: 'desk@plant.example' })
    const [six, seven, rejected, fifteen] = [
      await asOn('2026-11-14'),
      await asOn('2026-11-13'),
      await asOn('2026-11-12', { podStatus: 'REJECTED' }),
      await asOn('2026-11-05'),
    ]
    const sent = await asOn('2026-11-01', { podStatus: 'UPLOADED' })
    expect([await remindOfPods(portal.db), await remindOfPods(portal.db)]).toEqual([2, 0])
    const [toTransporter] = await mailsOf('POD_REMINDER')
    expect(toTransporter.subject).toBe('Proofs of delivery are missing: 3')
    expect(toTransporter.body).toContain(
      `${rejected} to Pune, delivered on 12-11-2026, 8 days ago; its POD was rejected`,
    )
    for (const lrNo of [seven, fifteen]) expect(toTransporter.body).toContain(`${lrNo} to Pune`)
    for (const lrNo of [six, sent]) expect(toTransporter.body).not.toContain(`${lrNo} to`)
    const desks = await mailsOf('POD_OVERDUE')
    expect(desks).toMatchObject([{ toAddress: 'desk@plant.example' }])
    expect(desks[0].body).toContain(`${fifteen} to Pune, VRL Logistics, delivered on 05-11-2026, 15 days ago`)
    expect(desks[0].body).not.toContain(`${seven} to`)
    await clockAt('2026-11-21T06:30:00.000Z')
    expect(await remindOfPods(portal.db)).toBe(2)
  })
})
