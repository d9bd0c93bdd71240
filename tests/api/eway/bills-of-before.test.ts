import { afterAll, expect, it } from 'vitest'
import { up } from '../../../migrations/0085_eway_bills_of_before.ts'
import { ewayDesk } from '../../support/dispatches/eway-desk.ts'

const { portal, booked, close } = await ewayDesk()
const { db } = portal
afterAll(close)

it('makes a bill of each number that an LR held before: SAP’s where the invoice has it, else by hand', async () => {
  const [typed, ofSap] = [await booked(), await booked()]
  for (const [{ lines, invoices }, ewayBillNo] of [
    [typed, '271055555501'],
    [ofSap, '271055555502'],
  ] as const)
    await db('lr_line')
      .where('id', lines[0]!.id)
      .update({ ewayBillNo, ewayHeld: ewayBillNo, ewayDocNo: invoices[0]!.invoiceNo })
  await db('invoice').where('id', ofSap.invoices[0]!.id).update({ ewayBillNo: '271055555502' })
  await up(db)
  await up(db)
  expect(await db('eway_bill').orderBy('ewayBillNo').select('ewayBillNo', 'via', 'status', 'holder', 'lrId')).toEqual([
    { ewayBillNo: '271055555501', via: 'HAND', status: 'ACTIVE', holder: 'UNKNOWN', lrId: typed.lrId },
    { ewayBillNo: '271055555502', via: 'SAP', status: 'ACTIVE', holder: 'UNKNOWN', lrId: ofSap.lrId },
  ])
})
