import { crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { resourceNamed } from '../../../resources/registry.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { heicPhoto, photoWithPlace, sendForm } from '../../support/files.ts'
import { withinSeconds } from '../../support/limits.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, desk, transporter, billed, key, lrOver, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

const PHOTO = new Uint8Array(await photoWithPlace())

async function booked(lrNo: string, more: Record<string, unknown> = {}) {
  const bought = await billed()
  const { status, body } = await desk.post('/api/lrs', { ...lrOver(bought.ids, more), lrNo }, key())
  expect([status, body.message]).toEqual([201, undefined])
  return body as { id: number; lrNo: string }
}

type FileRow = Record<string, unknown> & { id: number; fileName: string; result: string; message: string | null }
interface Batch {
  id: number
  status: string
  errorText: string | null
  files: FileRow[]
}

/** Sends files and waits until they are read. */
async function send(who: ApiClient, files: Record<string, Uint8Array>) {
  const form = new FormData()
  for (const [name, bytes] of Object.entries(files)) form.append('file', new File([new Uint8Array(bytes)], name))
  const { status, body } = await sendForm(portal, who, '/api/pod-batches', form)
  expect([status, body.message]).toEqual([201, undefined])
  return ended(who, body.id)
}

async function ended(who: ApiClient, id: number): Promise<Batch> {
  for (let tries = 0; tries < 4_000; tries++) {
    const { body } = await who.get(`/api/pod-batches/${id}`)
    if (!['READING', 'UPLOADING'].includes(body.status)) {
      const { body: files } = await who.get(`/api/pod-batch-files?batchId=${id}&$limit=500`)
      return { ...body, files: files.data as FileRow[] }
    }
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('The upload is still worked on')
}

const step = async (who: ApiClient, batchId: number, name: string, files?: object[]) => {
  const answer = await who.post('/api/pod-batch-steps', { batchId, step: name, ...(files && { files }) })
  expect([answer.status, answer.body.message]).toEqual([201, undefined])
  return ended(who, batchId)
}

const sheet = (...lines: string[]) =>
  new TextEncoder().encode(
    [
      'lr_no,transporter_code,delivered_on,received_by,packages_received,shortage_packages,damage_packages',
      ...lines,
    ].join('\n'),
  )
const whys = ({ files }: { files: FileRow[] }) =>
  files.map(({ fileName, result, message }) => [fileName, result, message])

describe('many PODs sent together', () => {
  it('are matched by their names, completed by pod.csv, and uploaded', async () => {
    const [one, two, three] = [await booked('ZIP/1/A'), await booked('ZIP2'), await booked('ZIP3')]
    const read = await send(desk, {
      'pods.zip': zipSync({
        'monday/ZIP-1-A.jpg': PHOTO,
        'monday/zip2_vrl.jpg': PHOTO,
        'ZIP3.jpg': PHOTO,
        '__MACOSX/ZIP3.jpg': PHOTO,
        'pod.csv': sheet('ZIP/1/A,,20-11-2026,R. Pawar,10,0,0', 'ZIP2,VRL,2026-11-20,S. Jadhav,8,2,1'),
      }),
    })
    expect(read).toMatchObject({ status: 'READY', filesTotal: 3, warnings: [] })
    expect(whys(read)).toEqual([
      ['ZIP-1-A.jpg', 'MATCHED', null],
      ['zip2_vrl.jpg', 'MATCHED', null],
      ['ZIP3.jpg', 'TRAY', 'Say on which day it was delivered'],
    ])
    const done = await step(desk, read.id, 'upload')
    expect([done.status, done.files.map(({ result }) => result)]).toEqual(['READY', ['UPLOADED', 'UPLOADED', 'TRAY']])
    expect(await portal.db('pod').whereIn('lrId', [one.id, two.id]).orderBy('lrId')).toMatchObject([
      { lrId: one.id, receivedBy: 'R. Pawar', packagesReceived: 10, uploadedVia: 'MULTIPLE' },
      { lrId: two.id, receivedBy: 'S. Jadhav', packagesReceived: 8, shortagePackages: 2, damagePackages: 1 },
    ])
    expect(await portal.db('lr').where({ id: two.id }).first()).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED' })
    await step(desk, read.id, 'change', [{ id: done.files[2]!.id, deliveredOn: '2026-11-20' }])
    const over = await step(desk, read.id, 'upload')
    expect([over.status, over.files[2]]).toMatchObject(['DONE', { result: 'UPLOADED' }])
    expect(await portal.db('lr').where({ id: three.id }).first()).toMatchObject({ podStatus: 'UPLOADED' })
  })

  it('lie in the tray with a sentence when they match nothing, several, or an LR that takes none', async () => {
    await booked('TWICE', { lrDate: '2026-11-20' })
    const other = await exampleRow(portal.db, resourceNamed('transporter'), { code: 'TWO', transModes: ['SURFACE'] })
    await booked('TWICE', { transporterId: other.id })
    const cancelled = await booked('GONE')
    await desk.post('/api/tracking-events', {
      lrId: cancelled.id,
      eventCode: 'CANCELLED',
      eventAt: '2026-11-20T06:00:00.000Z',
    })
    const read = await send(desk, {
      'TWICE.jpg': PHOTO,
      'TWICE_TWO.jpg': PHOTO,
      'GONE.jpg': PHOTO,
      'IMG_0001.jpg': PHOTO,
      'pod.csv': sheet('TWICE,TWO,20-11-2026,A,10,0,0', 'IMG_0001,,20-11-2026,A,10,0,0'),
    })
    expect(whys(read)).toEqual([
      [
        'TWICE.jpg',
        'TRAY',
        '2 LRs that wait for a POD have the number TWICE: choose one, or name the file TWICE_ and the transporter’s code',
      ],
      ['TWICE_TWO.jpg', 'MATCHED', null],
      ['GONE.jpg', 'PROPOSED', 'LR GONE is reported as “Cancelled”: the dispatch desk will be asked what holds'],
      ['IMG_0001.jpg', 'TRAY', 'Its name is that of a camera or messenger and holds no number: choose the LR'],
    ])
    const target = await booked('BYHAND')
    const assigned = await step(desk, read.id, 'change', [{ id: read.files[3]!.id, lrId: target.id }])
    expect(assigned.files[3]).toMatchObject({ result: 'MATCHED', lrId: target.id, packagesReceived: 10 })
  })

  it('of one LR become the pages of its POD, in the order of their names', async () => {
    const { id } = await booked('DOUBLE1')
    const read = await send(desk, {
      'DOUBLE1-page3.jpg': PHOTO,
      'POD DOUBLE1.jpg': PHOTO,
      'double1 (1).jpeg': PHOTO,
      'pod.csv': sheet('DOUBLE1,,20-11-2026,A,10,0,0'),
    })
    expect(read.files.map(({ fileName, result, pageNo }) => [fileName, result, pageNo])).toEqual([
      ['DOUBLE1-page3.jpg', 'MATCHED', 3],
      ['POD DOUBLE1.jpg', 'MATCHED', null],
      ['double1 (1).jpeg', 'MATCHED', 2],
    ])
    const done = await step(desk, read.id, 'upload')
    expect([done.status, new Set(done.files.map(({ podId }) => podId)).size]).toEqual(['DONE', 1])
    const pages = await portal
      .db('pod_page as page')
      .join('attachment', 'attachment.id', 'page.attachmentId')
      .where('page.lrId', id)
      .orderBy('page.pageNo')
      .pluck('attachment.title')
    expect(pages).toEqual(['POD DOUBLE1.jpg', 'double1 (1).jpeg', 'DOUBLE1-page3.jpg'])
    expect(await portal.db('pod').where({ lrId: id })).toHaveLength(1)
  })

  it('of one LR wait together for the day, and the second says it once the first is left out', async () => {
    await booked('DOUBLE2')
    const read = await send(desk, { 'DOUBLE2.jpg': PHOTO, 'DOUBLE2_2.jpg': PHOTO })
    expect(whys(read)).toEqual([
      ['DOUBLE2.jpg', 'TRAY', 'Say on which day it was delivered'],
      ['DOUBLE2_2.jpg', 'MATCHED', null],
    ])
    const none = await step(desk, read.id, 'upload')
    expect(none.files.map(({ result }) => result)).toEqual(['TRAY', 'MATCHED'])
    const left = await step(desk, read.id, 'leaveOut', [{ id: read.files[0]!.id }])
    expect(whys(left)[1]).toEqual(['DOUBLE2_2.jpg', 'TRAY', 'Say on which day it was delivered'])
    const dated = await step(desk, read.id, 'change', [{ id: read.files[1]!.id, deliveredOn: '2026-11-20' }])
    expect(dated.files[1]).toMatchObject({ result: 'MATCHED' })
  })

  it('are found by the names that phones and clerks give, taken or proposed with the reason', async () => {
    const [one, , billedOn] = [await booked('KOP/0068'), await booked('KOP0067'), await booked('KOP0070')]
    const { invoiceId } = await portal.db('lr_line').where({ lrId: billedOn.id }).first('invoiceId')
    const { invoiceNo } = await portal.db('invoice').where({ id: invoiceId }).first('invoiceNo')
    const files = {
      'POD KOP-0068.jpg': PHOTO,
      'Sharma Traders KOP0067 Pune.jpg': PHOTO,
      'KOP 0067.jpg': PHOTO,
      [`INV ${invoiceNo} POD.jpg`]: PHOTO,
      'WhatsApp Image 2026-11-20 at 10.14.33.jpeg': PHOTO,
    }
    const day = '20-11-2026'
    const read = await send(desk, { ...files, 'pod.csv': sheet(`KOP/0068,,${day},A,10,0,0`) })
    expect(whys(read)).toEqual([
      ['POD KOP-0068.jpg', 'MATCHED', null],
      ['Sharma Traders KOP0067 Pune.jpg', 'PROPOSED', 'Number in the name: KOP0067'],
      ['KOP 0067.jpg', 'PROPOSED', 'Number in the name: KOP0067'],
      [`INV ${invoiceNo} POD.jpg`, 'PROPOSED', `Invoice ${invoiceNo} in the name is on LR KOP0070`],
      [
        'WhatsApp Image 2026-11-20 at 10.14.33.jpeg',
        'TRAY',
        'Its name is that of a camera or messenger and holds no number: choose the LR',
      ],
    ])
    expect(read.files[0]).toMatchObject({ lrId: one.id })
    expect(read.files[3]).toMatchObject({
      lrId: billedOn.id,
      candidates: [{ lrId: billedOn.id, text: 'KOP0070 to Pune' }],
    })
    const proposal = read.files[3]!
    const accepted = await step(desk, read.id, 'change', [
      { id: proposal.id, lrId: billedOn.id, deliveredOn: '2026-11-20' },
    ])
    expect(accepted.files[3]).toMatchObject({ result: 'MATCHED', lrId: billedOn.id })
    const done = await step(desk, read.id, 'upload')
    expect([done.status, done.files.map(({ result }) => result)]).toEqual([
      'READY',
      ['UPLOADED', 'PROPOSED', 'PROPOSED', 'UPLOADED', 'TRAY'],
    ])
  })

  it('of an LR that has a POD are proposed: accepting one takes the place of the other', async () => {
    const { id } = await booked('AGAIN')
    const rows = { 'AGAIN.jpg': PHOTO, 'pod.csv': sheet('AGAIN,,20-11-2026,A,10,0,0') }
    const first = await send(desk, rows)
    await step(desk, first.id, 'upload')
    const second = await send(desk, rows)
    expect(whys(second)).toEqual([
      ['AGAIN.jpg', 'PROPOSED', 'LR AGAIN has a POD that waits to be verified: a new one takes its place'],
    ])
    await step(desk, second.id, 'change', [{ id: second.files[0]!.id, lrId: id }])
    expect((await step(desk, second.id, 'upload')).status).toBe('DONE')
    expect(await portal.db('pod').where({ lrId: id }).orderBy('id').pluck('status')).toEqual(['REPLACED', 'UPLOADED'])
  })

  it('go on where one is refused: each bad file gets its own sentence', async () => {
    await booked('GOOD')
    const read = await send(desk, {
      'pods.zip': zipSync({
        'folder/': new Uint8Array(),
        '../outside.jpg': PHOTO,
        'photo.heic': new Uint8Array(heicPhoto()),
        'inner.zip': zipSync({ 'x.jpg': PHOTO }),
        'fake.pdf': new TextEncoder().encode('MZ program'),
        'large.jpg': [new Uint8Array(11 * 1024 * 1024), { level: 9 }],
        'GOOD.jpg': PHOTO,
        'pod.csv': sheet('GOOD,,20-11-2026,A,10,0,0'),
      }),
    })
    expect(whys(read)).toEqual([
      ['outside.jpg', 'REFUSED', 'Its name leads out of the zip: pack the files again without paths'],
      ['photo.heic', 'REFUSED', expect.stringMatching(/^HEIC photos open on few computers/)],
      ['inner.zip', 'REFUSED', 'It is a zip within the zip: unpack it, and send its files'],
      ['fake.pdf', 'REFUSED', 'The file must be a photo (JPG, PNG) or a PDF, and be what its name says'],
      ['large.jpg', 'REFUSED', 'It is larger than 10 MB: send a smaller one'],
      ['GOOD.jpg', 'MATCHED', null],
    ])
    const done = await step(desk, read.id, 'upload')
    expect(done.files.at(-1)).toMatchObject({ result: 'UPLOADED' })
  })

  it.each([
    ['is no zip', new TextEncoder().encode('hello'), 'The zip is damaged: pack it again.'],
    ['is empty', zipSync({}), 'There is no file in it.'],
    ['unpacks to more than it says', lyingZip(), null],
    ['is protected with a password', protectedZip(), null],
  ])('are refused as a whole, or one by one, when the zip %s', async (_, bytes, error) => {
    const read = await send(desk, { 'pods.zip': bytes })
    if (error) expect([read.status, read.errorText, read.files]).toEqual(['FAILED', error, []])
    else
      expect(read.files).toMatchObject([
        { result: 'REFUSED', message: expect.stringMatching(/^It is (damaged|protected)/) },
      ])
  })

  it('take the place of what somebody uploaded meanwhile, which is kept', async () => {
    const [taken, free] = [await booked('TAKEN'), await booked('FREE')]
    const rows = ['TAKEN,,20-11-2026,A,10,0,0', 'FREE,,20-11-2026,A,10,0,0']
    const files = { 'TAKEN.jpg': PHOTO, 'FREE.jpg': PHOTO, 'pod.csv': sheet(...rows) }
    const [mine, theirs] = [
      await send(desk, files),
      await send(transporter, { 'TAKEN.jpg': PHOTO, 'pod.csv': sheet(...rows) }),
    ]
    expect((await step(transporter, theirs.id, 'upload')).status).toBe('DONE')
    const done = await step(desk, mine.id, 'upload')
    expect(whys(done)).toEqual([
      ['TAKEN.jpg', 'UPLOADED', null],
      ['FREE.jpg', 'UPLOADED', null],
    ])
    expect(await portal.db('pod').whereIn('lrId', [taken.id, free.id]).orderBy('id').pluck('status')).toEqual([
      'REPLACED',
      'UPLOADED',
      'UPLOADED',
    ])
  })

  it('reach only LRs of the sender, and are seen by nobody else', async () => {
    const { id } = await booked('THEIRS')
    const other = await exampleRow(portal.db, resourceNamed('transporter'), { code: 'OTHERS', transModes: ['SURFACE'] })
    const stranger = await personWith(portal, ['TRANSPORTER'], { transporterId: other.id })
    const read = await send(stranger, { 'THEIRS.jpg': PHOTO })
    expect(whys(read)).toEqual([['THEIRS.jpg', 'TRAY', 'No LR of yours has the number THEIRS: choose the LR']])
    const chosen = await step(stranger, read.id, 'change', [
      { id: read.files[0]!.id, lrId: id, deliveredOn: '2026-11-20' },
    ])
    expect(whys(chosen)).toEqual([['THEIRS.jpg', 'TRAY', 'LR must be one of yours: look for its number']])
    for (const who of [desk, transporter]) {
      expect((await who.get(`/api/pod-batches/${read.id}`)).status).toBe(404)
      expect((await who.get(`/api/pod-batch-files?batchId=${read.id}`)).body.total).toBe(0)
      expect((await who.post('/api/pod-batch-steps', { batchId: read.id, step: 'upload' })).status).toBe(404)
    }
  })

  it('refuses steps that it does not know, and columns that are not to be corrected', async () => {
    const read = await send(desk, { 'NOTHING.jpg': PHOTO })
    const ask = (body: object) => desk.post('/api/pod-batch-steps', { batchId: read.id, ...body })
    expect((await ask({ step: 'skip' })).body.errors[0].message).toBe('Step must be one of change, leaveOut, upload')
    expect((await ask({ step: 'change' })).body.errors[0].field).toBe('files')
    const odd = await ask({ step: 'change', files: [{ id: read.files[0]!.id, result: 'MATCHED' }] })
    expect(odd.body.errors[0]).toMatchObject({ field: 'files[0].result', code: 'UNKNOWN_FIELD' })
  })

  it('takes 500 in one zip', { tags: ['proof'], timeout: withinSeconds(900) }, async () => {
    const bought = await billed()
    const { body: first } = await desk.post('/api/lrs', { ...lrOver(bought.ids), lrNo: 'MANY0' }, key())
    const { id: _, ...row } = await portal.db('lr').where({ id: first.id }).first()
    const { id: __, ...shipped } = await portal.db('shipment').where({ lrId: first.id }).first()
    for (let at = 1; at < 500; at++) {
      const [lrId] = await portal.db('lr').insert({ ...row, lrNo: `MANY${at}` })
      await portal.db('shipment').insert({ ...shipped, lrId, shipmentNo: `SHMANY${at}` })
    }
    const names = Array.from({ length: 500 }, (_, at) => `MANY${at}`)
    const lines = names.map(name => `${name},,20-11-2026,R. Pawar,10,0,0`)
    const zip = zipSync(
      { ...Object.fromEntries(names.map(name => [`${name}.jpg`, PHOTO])), 'pod.csv': sheet(...lines) },
      { level: 0 },
    )
    const read = await send(desk, { 'pods.zip': zip })
    expect(read.files.filter(({ result }) => result === 'MATCHED')).toHaveLength(500)
    const done = await step(desk, read.id, 'upload')
    expect(done.files.filter(({ result }) => result === 'UPLOADED')).toHaveLength(500)
    expect(done.status).toBe('DONE')
  })
})

/** A zip of one file, whose entry says fewer bytes than it unpacks to. */
function lyingZip(): Uint8Array {
  return oneFileZip('BOMB.jpg', new Uint8Array(3_000_000), { says: 100 })
}

function protectedZip(): Uint8Array {
  return oneFileZip('SECRET.jpg', PHOTO, { flags: 1 })
}

function oneFileZip(name: string, content: Uint8Array, { says = content.length, flags = 0 }): Uint8Array {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(flags, 6)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(crc32(content), 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(says, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50)
  local.copy(entry, 8, 6, 30)
  const offset = local.length + name.length + packed.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]))
}
