import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enqueueForSap } from '../../../api/outbox/outbox.ts'
import { now } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import type { PaymentMessage } from '../../../api/sap/sending/journal-entry.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

let world: Awaited<ReturnType<typeof postingWorld>>
let db: Knex
let sap: (typeof world)['sap']
let captureId: number

beforeEach(async () => {
  world = await postingWorld()
  db = world.db
  sap = world.sap
  captureId = await captureToPost(world)
})
afterEach(() => world.close())
const owner = () => db('payment_capture').where({ id: captureId }).first()

/** A capture of 5,000.00 on account whose first message to SAP each test writes itself. */
async function captureToPost({ planned, captured }: typeof world): Promise<number> {
  const { id } = await captured(await planned([], 500_000))
  await db('sap_outbox').delete()
  return id
}

const log = createLog({ logLevel: 'silent' })
const sender = () => messageSender({ db, sap: sap.adapter(), log })
const JOURNAL = '/sap/bc/srt/scs_ext/sap/journalentrycreaterequestconfi'
const isPosting = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === JOURNAL
const postings = () => sap.asked.filter(one => one === `POST ${JOURNAL}`).length

const payment = (over: Partial<PaymentMessage> = {}): PaymentMessage => ({
  txnNo: 'PT2627000000000087',
  companyCode: null,
  clearingAccount: null,
  customer: '100123',
  postingDate: '2026-11-20',
  amount: 500_000,
  allocations: [],
  unallocated: 500_000,
  ...over,
})

const queued = (payload: PaymentMessage) =>
  transact(db, trx =>
    enqueueForSap(trx, {
      ...{ messageType: 'PAYMENT_POST', ownerType: 'CAPTURE', ownerId: captureId, orderId: null },
      ...{ idempotencyKey: `PAY-${payload.txnNo}`, payload },
    }),
  )
const message = (messageNo: string) => db('sap_outbox').where({ messageNo }).first()

describe('a payment', () => {
  it('is posted in SAP, and its owner is told the accounting document', async () => {
    const messageNo = await queued(payment())
    await sender().drain()
    const { status, sapDocumentNo } = await message(messageNo)
    expect([status, sapDocumentNo]).toEqual(['DONE', expect.stringMatching(/^\d{10}$/)])
    expect(await owner()).toMatchObject({ sapAccountingDoc: sapDocumentNo, sapFiscalYear: '2026' })
    expect(await sap.adapter().findPayment(payment())).toMatchObject({ accountingDocument: sapDocumentNo })
    // The signed-in user is its creator; no security token is fetched for a SOAP service.
    expect(sap.asked.filter(one => one.startsWith('GET '))).toHaveLength(1)
  })

  it('whose answer is lost is searched for by company code, customer, reference and type, and not posted again', async () => {
    const messageNo = await queued(payment())
    sap.through(async request => {
      if (!isPosting(request)) return request.forward()
      await request.forward()
      throw new Error('hung up')
    })
    await sender().drain()
    expect(await message(messageNo)).toMatchObject({ status: 'RETRY', uncertainSince: now() })
    sap.through(request => request.forward())
    world.later(2)
    await sender().drain()
    expect([postings(), (await message(messageNo)).status]).toEqual([1, 'DONE'])
    expect((await owner()).postingStatus).toBe('POSTED')
    expect(await message(messageNo)).toMatchObject({ errorClass: 'DUPLICATE', uncertainSince: null })
  })

  it('that SAP does not have is posted again only once SAP cannot be at work on it any more', async () => {
    const messageNo = await queued(payment())
    sap.through(request => (isPosting(request) ? Promise.reject(new Error('hung up')) : request.forward()))
    await sender().drain()
    sap.through(request => request.forward())
    world.later(5)
    await sender().drain()
    expect([postings(), (await message(messageNo)).errorText]).toEqual([
      1,
      expect.stringContaining('SAP does not show payment PT2627000000000087 yet'),
    ])
    world.later(6)
    await sender().drain()
    expect([postings(), (await message(messageNo)).status]).toEqual([2, 'DONE'])
  })

  it('stops for a person where SAP has another amount under its reference', async () => {
    await sap.adapter().postPayment(payment({ amount: 400_000, unallocated: 400_000 }))
    const messageNo = await queued(payment())
    await transact(db, trx => trx('sap_outbox').update({ attempts: 1, status: 'RETRY' }))
    await sender().drain()
    expect(await message(messageNo)).toMatchObject({ status: 'FAILED_TECH', errorClass: 'DUPLICATE' })
    expect((await message(messageNo)).errorText).toContain('but of ₹ 4,000.00 instead of ₹ 5,000.00')
    expect([postings(), (await owner()).postingStatus]).toEqual([1, 'STUCK'])
  })

  it('stops for a person where SAP has it twice, naming both documents', async () => {
    for (const _ of [1, 2]) await sap.adapter().postPayment(payment())
    const messageNo = await queued(payment())
    await transact(db, trx => trx('sap_outbox').update({ attempts: 1, status: 'RETRY' }))
    await sender().drain()
    expect((await message(messageNo)).errorText).toMatch(
      /^SAP has 2 documents for payment \S+: 2026\/\d+ and 2026\/\d+\./,
    )
  })

  it('that SAP refuses, or that does not balance, is final, and its owner is told why', async () => {
    await queued(payment({ companyCode: '10' }))
    await queued(payment({ txnNo: 'PT2627000000000088', amount: 1 }))
    await sender().drain()
    expect(await db('sap_outbox').orderBy('id')).toMatchObject([
      { status: 'FAILED_BUSINESS', attempts: 1 },
      { status: 'FAILED_BUSINESS', attempts: 1, errorText: expect.stringContaining('does not balance') },
    ])
    expect(await owner()).toMatchObject({
      postingStatus: 'STUCK',
      postingText: expect.stringContaining('does not balance'),
    })
    expect(postings()).toBe(1)
  })
})
