import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../seeds/system/messages.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'

const world = await billDesk()
const { portal, company, desk, transporter, otherDesk, finance, clockAt, bookedLr, billOf, enter, step } = world
const { acceptLine, linesOf, accepted } = world
afterAll(world.close)
beforeEach(() => clockAt())

for (const seed of messages.seeds)
  if (String(seed.code).startsWith('BILL_')) await exampleRow(portal.db, messages.resource, seed)
await portal.db('transporter').where({ id: company.transporterId }).update({ email: 'bills@vrl.example' })

const mailsOf = async (billId: number, template: string) =>
  portal.db('message_log').where({ ownerType: 'transporter-bill', ownerId: billId, templateCode: template })
const bells = async (who: typeof desk, billId: number) =>
  (await who.get('/api/my-notifications')).body.data.filter(
    ({ link }: { link: string }) => link === `/dispatches/lr-transporter-bill/show/${billId}`,
  )
const entered = async (each: number, who = transporter) => {
  const lr = await bookedLr()
  return { lr, bill: (await enter(await billOf([lr], {}, each, who), who)).body }
}

describe('a bill that differs from what was agreed', () => {
  it('is told to its transporter with each difference, and to Finance, who decide', async () => {
    const { lr, bill } = await entered(120_000)
    const [mail] = await mailsOf(bill.id, 'BILL_DISPUTED')
    expect(mail).toMatchObject({ toAddress: 'bills@vrl.example', topic: 'PAYMENT' })
    expect(mail.body).toContain(`LR ${lr.lrNo}: Billed ₹ 1,200.00, agreed ₹ 1,000.00`)
    expect(await bells(transporter, bill.id)).toMatchObject([
      { title: `Bill ${bill.billNo} differs from what was agreed` },
    ])
    expect(await bells(finance, bill.id)).toMatchObject([
      {
        title: `Bill ${bill.billNo} of VRL Logistics is waiting for you`,
        body: expect.stringContaining('Accept what differs'),
      },
    ])
    expect(await bells(desk, bill.id)).toEqual([])
  })

  it('is told to Finance once more when its last difference is accepted, and to the transporter no more', async () => {
    const { bill } = await entered(120_000)
    const [line] = await linesOf(bill.id)
    await acceptLine(finance, line.id, { remarks: 'Fine' })
    expect(await mailsOf(bill.id, 'BILL_DISPUTED')).toHaveLength(1)
    expect((await bells(finance, bill.id)).map(({ body }: { body: string }) => body.split(/[,.]/)[0])).toEqual([
      'It matches and is waiting for approval',
      'Accept what differs',
    ])
  })
})

describe('a bill that matches', () => {
  it('waits for Finance, and for the desk whose proofs of delivery hold it up', async () => {
    const { lr, bill } = await entered(100_000)
    const mails = await mailsOf(bill.id, 'BILL_WAITING')
    expect(
      mails.map(({ body }: { body: string }) => body.includes('is waiting for approval, over ₹ 1,000.00')),
    ).toContain(true)
    expect(await bells(finance, bill.id)).toHaveLength(1)
    expect(await bells(desk, bill.id)).toMatchObject([{ body: expect.stringContaining(`accepted of LR ${lr.lrNo}`) }])
    expect(await bells(otherDesk, bill.id)).toEqual([])
    expect(await bells(transporter, bill.id)).toEqual([])
  })

  it('waits for no desk once every proof of delivery is accepted', async () => {
    const lr = await bookedLr()
    await accepted(lr.id)
    const bill = (await enter(await billOf([lr]))).body
    expect(await bells(finance, bill.id)).toHaveLength(1)
    expect(await bells(desk, bill.id)).toEqual([])
  })

  it('that is a draft is told to nobody', async () => {
    const bill = (await enter(await billOf([await bookedLr()], { isDraft: true }))).body
    for (const who of [finance, desk, transporter]) expect(await bells(who, bill.id)).toEqual([])
  })
})

describe('the transporter', () => {
  it('hears why a bill was rejected, and so does the desk that entered it', async () => {
    const { bill } = await entered(100_000, desk)
    await step(finance, 'reject', bill.id, { reason: 'Wrong GSTIN on it' })
    expect((await mailsOf(bill.id, 'BILL_REJECTED'))[0].body).toContain('Wrong GSTIN on it')
    for (const who of [transporter, desk])
      expect((await bells(who, bill.id))[0]).toMatchObject({
        title: `Bill ${bill.billNo} was rejected`,
        body: 'Wrong GSTIN on it',
      })
  })

  it('hears by which payment a bill was paid', async () => {
    const { lr, bill } = await entered(100_000)
    await accepted(lr.id)
    await step(finance, 'approve', bill.id)
    await step(finance, 'pay', bill.id, { paymentRef: 'UTR123', paidAmount: 100_000 })
    expect((await mailsOf(bill.id, 'BILL_PAID'))[0].body).toContain('₹ 1,000.00 with UTR123')
    expect((await bells(transporter, bill.id))[0]).toMatchObject({ title: `Bill ${bill.billNo} is paid` })
  })
})
