import { afterAll, describe, expect, it } from 'vitest'
import { behaviourOf } from '../../../api/derive/extend.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { postFees } from '../../../api/payments/settlement/post-fees.ts'
import { today } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { standardFields } from '../../../api/sap/http/fields.ts'
import { chargesRequest } from '../../../api/sap/sending/charges-entry.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { settlementDesk } from '../../support/gateways/settlement-desk.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

const desk = await settlementDesk()
const { portal, asha, paid, take } = desk
const { db } = portal
afterAll(() => portal.close())

const transferOf = (utr: string) => db('payment_transfer').where({ utr }).first()
const messages = () => db('sap_outbox').where({ messageType: 'CHARGES_POST' }).orderBy('id')
const postsFees = (value: boolean) =>
  db('app_setting')
    .where({ key: 'payment.post_fees' })
    .update({ value: `${value}` })

/** A transfer of ₹ 1,000.00 with a commission that the bank has received. */
async function received(utr: string) {
  const one = await paid(100_000)
  await take([{ id: one.ref, amount: '1000', fee: '20', tax: '3.60', utr }])
  await db('payment_transfer').where({ utr }).update({ bankState: 'RECEIVED', receivedOn: today() })
}

describe('the commission of a gateway and its GST', () => {
  it('are listed by transfer, and go to SAP only where the setting says so', async () => {
    await received('FEES1')
    expect(await postFees(db)).toBe(0)
    const { body } = await asha.get('/api/transaction-view/transfers?utr=FEES1')
    expect(body.data[0]).toMatchObject({ grossAmount: 100_000, feeAmount: 2_000, taxAmount: 360, netAmount: 97_640 })
    expect(body.data[0]).toMatchObject({ feePosting: 'NOT_DUE' })
    await postsFees(true)
    expect(await postFees(db)).toBe(1)
    expect(await postFees(db)).toBe(0)
    expect((await transferOf('FEES1')).feePosting).toBe('QUEUED')
    const [message] = await messages()
    expect(JSON.parse(message.payload)).toMatchObject({ utr: 'FEES1', companyCode: '1000', fee: 2_000, tax: 360 })
  })

  it('wait while the bank has not the transfer, or its rows do not come to it', async () => {
    await postsFees(true)
    const [one, two] = [await paid(100_000), await paid(100_000)]
    await take([{ id: one.ref, amount: '1000', fee: '20', utr: 'FEES2' }])
    await take([{ id: two.ref, amount: '1000', fee: '20', utr: 'FEES3', bank: '900' }])
    await db('payment_transfer').where({ utr: 'FEES3' }).update({ bankState: 'RECEIVED' })
    expect(await postFees(db)).toBe(0)
  })

  it('are one document of type SA: charges and input tax to gateway clearing', () => {
    const message = {
      utr: 'HDFCN52026112012345678',
      companyCode: '1000',
      clearingAccount: null,
      fee: 129_181,
      tax: 23_253,
    }
    const terms = { ...standardFields.posting, createdBy: 'BILTY' }
    const request = chargesRequest({ ...message, postingDate: '2026-11-20' }, terms, '2026-11-20T06:30:00Z')
    expect(request).toContain('<AccountingDocumentType>SA</AccountingDocumentType>')
    expect(request).toContain('<DocumentReferenceID>2026112012345678</DocumentReferenceID>')
    const amounts = [...request.matchAll(/<GLAccount>0*(\d+)<.*?currencyCode="INR">([-\d.]+)</g)].map(
      ([, ...both]) => both,
    )
    expect(amounts).toEqual([
      [standardFields.posting.charges.account, '1291.81'],
      [standardFields.posting.charges.taxAccount, '232.53'],
      [standardFields.posting.clearingAccount, '-1524.34'],
    ])
  })
})

describe('SAP', () => {
  it('has the charges of a transfer once, also where its answer was lost, and says why it refuses them', async () => {
    const world = await postingWorld()
    try {
      await exampleRow(world.db, appSetting, { key: 'payment.post_fees', value: 'true', valueType: 'BOOL' })
      const accountId = await world.account()
      const transfer = (utr: string) =>
        exampleRow(world.db, paymentTransfer, {
          ...{ accountId, utr, settlementDate: '2026-11-19', bankState: 'RECEIVED', feePosting: 'NOT_DUE' },
          ...{ grossAmount: 100_000, feeAmount: 2_000, taxAmount: 360, netAmount: 97_640, saidAmount: null },
        })
      const now = (id: number) => world.db('payment_transfer').where({ id }).first()
      const lost = await transfer('HDFCN52026112012345678')
      expect(await postFees(world.db)).toBe(1)
      world.sap.through(async ({ path, forward }) => {
        const answer = await forward()
        return path.includes('journalentry') ? null : answer
      })
      const slow = messageSender({ db: world.db, sap: world.sap.adapter(300), log: createLog({ logLevel: 'silent' }) })
      await slow.drain()
      expect((await now(lost.id)).feePosting).toBe('QUEUED')
      world.sap.through(({ forward }) => forward())
      world.later(10)
      await world.send()
      const posted = await now(lost.id)
      expect([posted.feePosting, posted.sapDoc]).toEqual(['POSTED', expect.stringMatching(/^\d+$/)])
      expect(world.sap.asked.filter(one => one.includes('journalentry'))).toHaveLength(1)

      const refused = await transfer('HDFCN52026112012345679')
      await world.db('payment_account').where({ id: accountId }).update({ companyCode: 'X' })
      await postFees(world.db)
      await world.send()
      expect(await now(refused.id)).toMatchObject({ feePosting: 'STUCK', feeText: expect.stringContaining('X') })
      await world.db('payment_account').where({ id: accountId }).update({ companyCode: '1000' })
      const again = behaviourOf(paymentTransfer).actions!.postFees!
      await transact(world.db, trx =>
        again(trx, { rows: [{ id: refused.id }], values: {}, person: null, author: systemAuthor('test') } as never),
      )
      await world.send()
      expect((await now(refused.id)).feePosting).toBe('POSTED')
    } finally {
      await world.close()
    }
  })
})
