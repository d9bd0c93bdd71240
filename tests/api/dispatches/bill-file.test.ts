import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { finishedImport, importFile, uploadImport } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'

const world = await billDesk()
const { portal, desk, transporter, clockAt, bookedLr, scan, lrRow } = world
afterAll(world.close)
beforeEach(() => clockAt())

const PATH = 'dispatches/lr-transporter-bill'
const HEAD = 'transporter_code,bill_no,bill_date,lr_no,billed_freight,billed_other,gst_amount'
const row = (lrNo: string, freight: string, bill = 'F1', rest = '0,') =>
  `VRL,${bill},20-11-2026,${lrNo},${freight},${rest}`

async function check(
  rows: string[],
  baseAmount: number | string,
  more: Record<string, string> = {},
  who = transporter,
) {
  const given = { 'given.baseAmount': String(baseAmount), 'given.attachmentId': String(await scan(who)), ...more }
  return importFile(portal, who, PATH, [HEAD, ...rows].join('\n'), given)
}
async function bring(rows: string[], baseAmount: number, who = transporter) {
  const { id } = await check(rows, baseAmount, {}, who)
  await who.post('/api/import-steps', { importId: id, step: 'commit' })
  return finishedImport(who, id)
}
const errorsOf = async (job: { id: number }, who = transporter) =>
  (await who.get(`/api/import-errors?importJobId=${job.id}`)).body.data.map(
    ({ rowNo, errorCode }: { rowNo: number; errorCode: string }) => `${rowNo} ${errorCode}`,
  )

describe('a file with the LRs of a bill', () => {
  it('makes one bill of its rows, and its LRs are billed', async () => {
    const lrs = [await bookedLr(), await bookedLr({ otherCharges: 5_000 })]
    const job = await bring([row(lrs[0]!.lrNo, '1000'), row(lrs[1]!.lrNo, '1000.00', 'F1', '50,')], 205_000)
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 2 })
    const bill = await portal.db('transporter_bill').where({ billNo: 'F1' }).first()
    expect(bill).toMatchObject({ status: 'MATCHED', baseAmount: 205_000, totalAmount: 205_000 })
    for (const { id } of lrs) expect(await lrRow(id)).toMatchObject({ billStatus: 'BILLED' })
  })

  it('is saved whole or not at all, and says of each row what is wrong', async () => {
    const [good, billedBefore] = [await bookedLr(), await bookedLr()]
    await bring([row(billedBefore.lrNo, '1000', 'F2')], 100_000)
    const wrong = async (...rows: string[]) => errorsOf(await check(rows, 200_000))
    const first = row(good.lrNo, '1000', 'F3')
    expect(await wrong(first, row('NOWHERE1', '1000', 'F3'))).toEqual(expect.arrayContaining(['3 UNKNOWN_REF']))
    expect(await wrong(first, row('OTHER1', 'abc', 'F3'))).toEqual(expect.arrayContaining(['3 TYPE']))
    expect(await wrong(first, first)).toEqual(expect.arrayContaining(['3 DUPLICATE_IN_FILE']))
    expect(await portal.db('transporter_bill').where({ billNo: 'F3' })).toEqual([])
    const twice = await wrong(row(good.lrNo, '1000', 'F4'), row(billedBefore.lrNo, '1000', 'F4'))
    expect(twice).toEqual(expect.arrayContaining(['3 LR_BILLED']))
    const mixed = await wrong(row(good.lrNo, '1000', 'F5'), row('OTHER1', '1000', 'F6'))
    expect(mixed).toEqual(expect.arrayContaining(['3 MIXED']))
    expect(await lrRow(good.id)).toMatchObject({ billStatus: 'UNBILLED' })
  })

  it('must add up to the base amount, which is entered beside it with the scan', async () => {
    const lr = await bookedLr()
    const rows = [row(lr.lrNo, '1000', 'F7')]
    expect(await errorsOf(await check(rows, 150_000))).toEqual(expect.arrayContaining(['2 SUM']))
    expect((await check(rows, '')).error).toContain('Base amount is required')
    expect((await check(rows, 100_000, { 'given.attachmentId': '' })).error).toContain('scan of the bill is required')
  })

  it('takes the open LR of a number that was used in two years, and asks where both are open', async () => {
    const [old, young] = [await bookedLr(), await bookedLr()]
    const same = { lrNo: 'TWICE1' }
    await portal
      .db('lr')
      .where({ id: old.id })
      .update({ ...same, fy: '2526', billStatus: 'PAID' })
    await portal.db('lr').where({ id: young.id }).update(same)
    expect(await bring([row('TWICE1', '1000', 'F8')], 100_000)).toMatchObject({ status: 'DONE' })
    const [one, other] = [await bookedLr(), await bookedLr()]
    await portal.db('lr').where({ id: one.id }).update({ lrNo: 'TWICE2', fy: '2526' })
    await portal.db('lr').where({ id: other.id }).update({ lrNo: 'TWICE2' })
    expect(await errorsOf(await check([row('TWICE2', '1000', 'F9')], 100_000))).toEqual(
      expect.arrayContaining(['2 AMBIGUOUS']),
    )
  })

  it('is for the transporter and the desk, and for nobody else', async () => {
    const lr = await bookedLr()
    expect(await bring([row(lr.lrNo, '1000', 'F10')], 100_000, desk)).toMatchObject({ status: 'DONE' })
    const finance = await personWith(portal, ['FINANCE'])
    expect((await uploadImport(portal, finance, PATH, HEAD)).status).toBe(403)
  })
})
